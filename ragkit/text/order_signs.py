"""The signs of an order to the model: a table that says, row by row, why a legitimate text lacks it.

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


_DROP = "(?:ignore|disregard|forget|overlook|discard|override|bypass|skip)"
_EVIDENCE = "(?:passages?|excerpts?|snippets?|evidence|context|search results?|retrieved \\w+)"
_TOLD = "(?:instructions?|prompts?|directions|directives|guidelines|system messages?)"
_OTHERS = "(?:other|above|previous|preceding|prior|earlier|remaining|following|all|any|rest)"
_MODEL = (
    "(?:ai|a\\.i\\.|ai assistants?|assistants?|(?:large )?language models?|llms?|chat ?bots?|"
    "ai models?|ai systems?|ai agents?|automated (?:assistants?|readers?|systems?|agents?))"
)
_SAY = "(?:answer|reply|respond|output|say|state|print|write|return)"
_ROLE = "(?:system|assistant|developer|user|human)"

SIGNS = (
    Sign(
        "tells the reader to disregard instructions or evidence",
        _compiled(
            rf"(?<!to\W)(?<!will\W)(?<!can\W)(?<!may\W)(?<!would\W)(?<!could\W)\b{_DROP}~"
            rf"{_OTHERS}(?:~(?:{_TOLD}|{_EVIDENCE})|\W+(?:{_TOLD}|{_EVIDENCE}))\b"
            rf"|\b{_DROP} (?:your|the question|this question|everything (?:above|before|else))\b"
            rf"|you(?:~|\W+)to {_DROP}~{_EVIDENCE}\b"
        ),
        "A document does not know which other passages are shown beside it.",
    ),
    Sign(
        "forbids the other sources",
        _compiled(
            rf"\b(?:do not|don\W?t|never|must not) "
            rf"(?:use|trust|rely on|read|cite|consider|believe|quote)\b~"
            rf"(?:other|remaining) (?:{_EVIDENCE}|sources|documents)\b"
        ),
        "A document may prefer another one, but it does not forbid all others.",
    ),
    Sign(
        "says that the other passages are wrong",
        _compiled(
            rf"\b(?:all|the|any) (?:the )?(?:other|remaining|preceding) {_EVIDENCE}\b~?"
            rf"(?:is|are|were|was|contain)\b"
        ),
        "A document does not know which other passages are shown beside it.",
    ),
    Sign(
        "dictates the answer",
        _compiled(
            rf"(?:^|[.!?:;,\n]|\band\b|\bthen\b|\bplease\b|\bmust\b|\bshould\b|\balways\b)\s*"
            rf"{_SAY} (?:only|exactly|solely|nothing but|exclusively)\b~"
            rf"(?:that|with|the|this|word|words|sentence|answer|following|yes|no)\b"
            rf"|\b(?:the )?(?:only )?(?:correct|right|true|final|expected|required) answer "
            rf"(?:to|for) (?:this|the|any|every|all|your)\b~?(?:question|query|prompt)"
            rf"|\b{_SAY}~to (?:this|any|every|all) questions?\b"
            r"|\byour (?:final |whole |entire |only )?(?:answer|response|reply) "
            r"(?:must|has to|shall|will) (?:only |exactly |always )?"
            r"(?:be|begin|start|end|contain|include|consist|state|say)\b"
            rf"|\bwhen (?:a |the )?(?:users?|readers?|people|anyone|somebody|someone) asks?\b~"
            rf"{_SAY}\b"
        ),
        "A document answers a question. It does not say what somebody else must reply to it.",
    ),
    Sign(
        "orders a refusal",
        _compiled(
            r"\bi cannot answer this question based on the provided\b"
            rf"|\b(?:refuse|decline) to answer (?:this|the|any|all|every)\b"
            rf"|\b{_SAY} that (?:you|the {_EVIDENCE}|the documents|the sources) "
            r"(?:cannot|can not|can\W?t|do not|don\W?t|does not|are not|is not|have no|has no)\b"
        ),
        "The words of the refusal are the kit's, and nobody else's.",
    ),
    Sign(
        "speaks to the model by name",
        _compiled(
            rf"\b(?:note|notice|attention|instructions?|message|memo|dear|hello|hey|reminder)"
            rf"(?: (?:to|for|addressed to))?(?: (?:all|any|the|every))*:? {_MODEL}\b"
            rf"|\b(?:as|if you are|you are|because you are|since you are) an? (?:helpful )?{_MODEL}\b"
            rf"|\b{_MODEL} (?:that|which|who)?\W*(?:reads?|reading|process(?:es|ing)?|"
            rf"summari[sz](?:es?|ing))~?(?:this|the) (?:page|text|passage|document|note)\b"
        ),
        "A document is written to people. One about language models speaks of them, not to them.",
    ),
    Sign(
        "gives the model another role",
        _compiled(
            r"\byou are now (?:an?|the|in|no longer|free|acting|under|my|called|named)\b"
            r"|\bfrom now on,? you (?:are|will|must|should|shall|only|always)\b"
            r"|\b(?:act|behave|respond|answer|reply) as (?:if you (?:are|were) )?(?:an? )?"
            rf"(?:{_MODEL}|dan|evil|unrestricted|jailbroken)\b"
            r"|\b(?:your|new|updated|real|hidden) (?:system prompt|system instructions?"
            r"|instructions? (?:is|are|follow|from|:)|programming|guidelines (?:is|are))"
            r"|\b(?:reveal|repeat|print|show|leak|disclose)~(?:system prompt|your instructions)\b"
        ),
        "The reader of a document has a role already.",
    ),
    Sign(
        "pretends to be another part of the prompt",
        _compiled(
            r"\b(?:end|end of|close|begin|start|start of) (?:all |the |these )?"
            r"(?:passages|evidence|context|retrieved documents|user (?:input|message|prompt)|"
            r"system (?:prompt|message|instructions?))\b"
            r"|(?:^|\n)\W*system (?:note|notice|message|prompt|override|update|instructions?|"
            r"command|alert)s?\s*[:\]]"
            rf"|<[|｜]\W*(?:im_start|start_header_id|{_ROLE}|im_end|eot_id)\W*[|｜]>"
            rf"|\[/?inst\]|<<sys>>|(?:^|\n)\W*(?:instruction|response)\s*:\s*\n"
        ),
        "These are the frame of a prompt. Only the kit writes them.",
    ),
    Sign(
        "tells a judge its verdict",
        _compiled(
            rf"\b(?:{_SAY}|vote|choose|mark|rate|grade|score|judge|classify|approve|accept)\b~?"
            r"(?:every|each|all|any|this|these|the following) "
            r"(?:claims?|statements?|drafts?|verdicts?|checks?|judge?ments?|answers?|passages?)\b~"
            r"(?:yes|no|true|supported|correct|relevant|grounded|sufficient|verified|valid)\b"
            rf"|\b{_SAY} (?:yes|no) (?:to|whenever|when|if|for) "
            r"(?:every|each|all|any|asked|you|whatever)\b"
            r"|\b(?:evaluator|verifier|grader|judge|critic|fact.?checker)s?\s*[:,]\s*"
            rf"(?:please )?(?:{_SAY}|mark|rate|grade|score|accept|approve)\b"
        ),
        "Only the kit knows that there is a judge.",
    ),
    Sign(
        "gives orders in German, French, Spanish, Italian or Portuguese",
        _compiled(
            r"\b(?:ignorier(?:e|en sie|t)|missachte|vergiss|vergessen sie)~"
            r"(?:anweisungen|passagen|textstellen|abschnitte|quellen|kontext|hinweise)\b"
            r"|\b(?:antworte|antworten sie|erwidere) (?:nur|ausschließlich|immer|genau|stets)\b"
            r"|\b(?:ignore[zr]?|oublie[zr]?|ne tiens pas compte|ne tenez pas compte)~"
            r"(?:instructions|consignes|passages|extraits|contexte)\b"
            r"|\brépond(?:s|ez) (?:uniquement|seulement|toujours|exactement|simplement)\b"
            r"|\b(?:ignora|ignore|ignorad|olvida|olvide)~"
            r"(?:instrucciones|pasajes|fragmentos|fuentes|contexto)\b"
            r"|\b(?:responde|responda|contesta) (?:solo|sólo|únicamente|siempre|exactamente)\b"
            r"|\b(?:ignora|ignorate|dimentica)~(?:istruzioni|passaggi|brani|fonti|contesto)\b"
            r"|\brispond(?:i|ete) (?:solo|soltanto|sempre|esclusivamente)\b"
            r"|\b(?:ignore|esqueça)~(?:instruções|passagens|trechos|contexto)\b"
            r"|\bresponda (?:apenas|somente|sempre)\b"
        ),
        "As in English: a document does not speak about the passages beside it.",
    ),
    Sign(
        "gives orders in Russian, Chinese or Japanese",
        _compiled(
            r"\b(?:игнорируй(?:те)?|забудь(?:те)?|не учитывай(?:те)?)~"
            r"(?:инструкции|указания|отрывки|фрагменты|источники|контекст)"
            r"|\b(?:ответь(?:те)?|отвечай(?:те)?) (?:только|всегда|исключительно)\b"
            r"|(?:忽略|无视|忘记)[^。\n]{0,12}(?:指令|指示|段落|来源|上下文|文档|提示)"
            r"|(?:只|必须|一律)回答|(?:無視|忘れ)(?:して|てください|し)"
        ),
        "As in English. These languages are not put into words by spaces, so the gaps are letters.",
    ),
)
"""Every sign. The first that is found names the order."""
