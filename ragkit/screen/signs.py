"""The signs of an order to the model, and for each why a legitimate text does not have it.

Documentation gives orders to people all the time: run this, type that, you must not. What it does
not do is speak about *the passages*, *the question* and *the answer*, which only the reader of a
prompt has before it. A sign needs such a word, or the form of a chat.

All patterns are for text in lower case, as `disguises.forms` returns it.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Sign(NamedTuple):
    """One way in which a text speaks to a model."""

    name: str
    """What the text does, as a reader is told it."""
    pattern: re.Pattern[str]
    why: str
    """Why a legitimate passage does not contain it."""


def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern in which a space is any space, and `~` is up to five words between two others."""
    gap = r"(?:(?:\W+\w+){0,5}?\W+)"
    spaced = pattern.replace("~", gap).replace(" ", r"\s+")
    return re.compile(re.sub(r"\n\s*", "", spaced))


_DROP = "(?:ignore|disregard|forget|overlook|discard)"
_PASSAGES = "(?:passages?|excerpts?|snippets?|evidence|context(?!\\W+menu)|search results?)"
_TOLD = "(?:instructions?|prompts?|directives|guidelines|system messages?)"
_BEFORE = "(?:other|above|previous|preceding|prior|earlier|all|any)"
_OTHERS = "(?:other|above|previous|preceding|prior|earlier|remaining|following|rest|all|any)"
_REPLY = "(?:answer|reply|respond|say)"
_MODEL = (
    "(?:ai|ai assistants?|(?:helpful|virtual|digital) assistants?|(?:large )?language models?|"
    "llms?|chat\\W?bots?|ai models?|ai systems?|ai agents?|"
    "automated (?:assistants?|readers?|systems?|agents?))"
)
# "to ignore" and "can ignore" tell what may be done.
_TOLD_TO = r"(?<!to\W)(?<!will\W)(?<!can\W)(?<!may\W)(?<!would\W)(?<!could\W)(?<!not\W)"

SIGNS = (
    Sign(
        "tells the reader to disregard instructions or evidence",
        _compiled(
            rf"{_TOLD_TO}\b{_DROP}~{_BEFORE}(?:~|\W+){_TOLD}\b"
            rf"|{_TOLD_TO}\b{_DROP}~{_OTHERS}(?:~|\W+){_PASSAGES}\b"
            rf"|{_TOLD_TO}\b{_DROP}~{_PASSAGES} (?:above|below|before)\b"
            rf"|\b{_DROP} your (?:\w+ )?{_TOLD}\b|\b{_DROP} (?:the|this|my) question\b"
            rf"|\b{_DROP} everything (?:you were told|(?:above|before this)(?=\W*(?:[.!,;:\n]|\Z)))"
            rf"|\byou(?:~|\W+)to {_DROP}~{_PASSAGES}\b"
        ),
        "A document does not know which instructions and passages are shown beside it.",
    ),
    Sign(
        "forbids the other sources",
        _compiled(
            r"\b(?:do not|don\W?t|never|must not) (?:use|trust|rely on|read|cite|consider|quote) "
            rf"(?:any of )?the (?:other|remaining) (?:{_PASSAGES}|sources|documents)\b"
        ),
        "A document may warn of another one, which it names. It does not forbid the others.",
    ),
    Sign(
        "says that the other passages are wrong",
        _compiled(
            r"\b(?:all|the|any) (?:of )?(?:the )?(?:other|remaining|preceding) "
            r"(?:passages|excerpts|snippets|search results) (?:is|are|were|contain)\b"
        ),
        "A document does not know which other passages are shown beside it.",
    ),
    Sign(
        "dictates the answer",
        _compiled(
            rf"\b{_REPLY} (?:only|exactly|solely|nothing but|exclusively)"
            r"(?:\s*:| (?:that|with|this|yes|no|the words?|the sentence)\b)"
            rf"|\b{_REPLY} with (?:only|exactly|nothing but) (?:this|the words?|the sentence)\b"
            r"|\banswer (?:to|for) (?:this|any|every|your)~?(?:question|query|prompt)~?"
            r"(?:is|must)\b"
            rf"|\b{_REPLY}~to (?:this|any|every) question\b"
            r"|\byour (?:final |whole |entire )?(?:answer|response|reply|output) (?:must|shall) "
            r"(?:be exactly|(?:contain|include|say|consist of) (?:only|nothing but)|only)\b"
            rf"|\bwhen (?:a |the )?(?:users?|people|anyone|somebody|someone) asks?~{_REPLY} "
            r"(?:that|with|only)\b"
        ),
        "A document answers a question. It does not say what somebody else must reply to it.",
    ),
    Sign(
        "orders a refusal",
        _compiled(
            r"\bi cannot answer this question based on the provided\b"
            r"|\b(?:must|should|always|please) (?:refuse|decline) to answer\b"
            rf"|\b{_REPLY} that (?:you|the {_PASSAGES}|the (?:provided )?documents|the sources) "
            r"(?:cannot|can not|can\W?t|do not|don\W?t|does not|have no|has no)\b"
        ),
        "The words of the refusal are the kit's, and nobody else's.",
    ),
    Sign(
        "speaks to the model by name",
        _compiled(
            rf"\b(?:dear|hello|hey|attention)\W+{_MODEL}"
            r"(?=\s*[,.:;!]| (?:that|which|who|reading|you)\b)"
            r"|\b(?:note|notice|instructions?|message|memo|reminder) (?:to|for) (?:all )?"
            rf"{_MODEL}\b"
            rf"|\b(?:as|(?:if |because |since )?you are) an? {_MODEL}"
            r"(?=\s*[,.:;!]| (?:you|i|must)\b)"
            rf"|\b{_MODEL}(?: (?:that|which))? (?:reads?|reading|process(?:es|ing)?|summari[sz]ing)"
            r"~?(?:this|the) (?:page|text|passage|document|note)\b"
        ),
        "A document is written to people. One about language models speaks of them, not to them.",
    ),
    Sign(
        "gives the model another role",
        _compiled(
            r"\byou are now (?:dan\b|acting as|no longer (?:an?|the|bound)|free from (?:your|all)"
            r"|(?:an?|the) (?:\w+ )?(?:assistant|model|ai|bot|pirate|spokes\w+|character|expert)\b)"
            r"|\bfrom now on,? (?:you )?(?:will |must |shall |should )?(?:always |only )?"
            rf"(?:{_REPLY}|speak|act as)\b"
            rf"|\b(?:act|behave|{_REPLY}) as (?:if you (?:are|were) )?(?:an? )?(?:{_MODEL}|dan)\b"
            r"|\b(?:your (?:new|updated|real|true) instructions (?:is|are|follow)|new instructions"
            r"(?:\s*:| from (?:the |your )?(?:operator|system|developer|admin\w*|owner|user)))"
            r"|\b(?:reveal|repeat|print|show|leak|disclose)~your (?:system prompt|instructions)\b"
        ),
        "The reader of a document has a role already.",
    ),
    Sign(
        "pretends to be another part of the prompt",
        _compiled(
            r"(?:^|\n)[\W_]{0,40}(?:end|begin|start) (?:of )?(?:the |all )?"
            r"(?:passages|evidence|context|retrieved documents|system prompt|"
            r"user (?:input|message|prompt))[\W_]{0,40}?(?:\n|\Z)"
            r"|(?:^|\n)[\W_]{0,40}system "
            r"(?:note|message|prompt|override|instruction|command)s?\s*[:\]]"
            # Closes the message that it is in. Pages about chat templates open one first.
            r"|\A(?:(?!<im start|<start header|\[inst\])[\s\S])*?(?:<(?:im end|eot id)\b|\[/inst\])"
        ),
        "These are the frame of a prompt. Only the kit writes them.",
    ),
    Sign(
        "tells a judge its verdict",
        _compiled(
            r"\b(?:mark|rate|grade|score|judge|classify|approve|accept)~?(?:every|each|all|any|this|"
            r"these) (?:claims?|drafts?|verdicts?|checks?|answers?) as "
            r"(?:supported|grounded|sufficient|verified)\b"
            rf"|\b{_REPLY} (?:yes|no) (?:to|for) (?:every|each|any|all) "
            r"(?:claims?|checks?|judge?ments?|verdicts?)\b"
            r"|\b(?:evaluator|verifier|grader|judge|critic|fact.?checker)s?\s*[:,]\s*(?:please )?"
            r"(?:mark|rate|grade|score|accept|approve)~(?:claims?|drafts?|answers?|passages?)\b"
        ),
        "Only the kit knows that there is a judge.",
    ),
    Sign(
        "gives orders in another language",
        _compiled(
            r"\b(?:ignorier(?:e|en sie|t)|missachte|vergiss|vergessen sie)~"
            r"(?:anweisungen|passagen|textstellen|quellen|kontext)\b"
            r"|\b(?:ignore[zr]?|oublie[zr]?|ne (?:tiens|tenez) pas compte)~"
            r"(?:instructions|consignes|passages|extraits)\b"
            r"(?= précéd| ci-dessus| antér|\W*(?:[.!,]|\Z))"
            r"|\b(?:ignora|ignorad|olvida|olvide)~(?:instrucciones|pasajes|fragmentos|fuentes)\b"
            r"|\b(?:ignora|ignorate|dimentica)~(?:istruzioni|passaggi|brani|fonti)\b"
            r"|\b(?:ignore|esqueça)~(?:instruções|passagens|trechos)\b"
            r"|\b(?:игнорируй(?:те)?|забудь(?:те)?|не учитывай(?:те)?)~"
            r"(?:инструкции|указания|отрывки|фрагменты|источники|контекст)\b"
            r"|(?:忽略|无视|忘记)[^。\n]{0,12}(?:指令|指示|段落|来源|上下文|提示)"
            r"|(?:指示|命令|文章|情報源)[をは][^。\n]{0,8}無視"
        ),
        "As in English: a document does not speak about the passages beside it.",
    ),
)
"""Every sign. The first that is found names the order."""
