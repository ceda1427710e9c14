"""Say a claim in other words, by a chat model (a `Rewrite` for `build.judgements`).

A rule that puts another number into a sentence breaks the order of its words. So of two claims, the
one that repeats its passage is the true one, and a critic would learn to compare letters. With a
paraphrase, neither repeats it.

Every other claim is paraphrased, so that the true ones also include some that repeat the passage.
What comes back is checked by rule (`unlike` of `claims.py`): it has the same numbers and names, in
other words. That a relation was turned round, no rule sees: read some before you trust them.
"""

from __future__ import annotations

from hashlib import sha256

from langchain_core.language_models import BaseChatModel

from ragkit.model.llm import at_most, say
from ragkit.model.special_tokens import as_letters
from ragkit.teach.claims import Rewrite
from ragkit.text.sentences import sentences

WISH = (
    "Say this sentence in other words, in another order. Keep every number and every name as it "
    "is. Add nothing and leave nothing out. Reply with one sentence.\n\n{claim}"
)
"""The prompt."""
MOST_TOKENS = 80
"""Maximum length of a paraphrase; a claim has at most forty words."""


def paraphraser(llm: BaseChatModel) -> Rewrite:
    """A function that says every other claim in other words; the others come back as they are.

    Which ones depends on the claim alone, so a second run asks the model the same.
    """
    model = at_most(llm, MOST_TOKENS)

    def rewrite(claim: str) -> str:
        if not is_chosen(claim):
            return claim
        prompt = WISH.format(claim=as_letters(claim))
        reply = say(model, prompt)
        return one_sentence(reply.text)

    return rewrite


def is_chosen(claim: str) -> bool:
    """Whether a claim is one of the half that is paraphrased.

    >>> is_chosen("Cats hunt mice."), is_chosen("Owls hunt mice.")
    (True, False)
    """
    digest = sha256(claim.encode()).digest()
    return digest[0] % 2 == 0


def one_sentence(reply: str) -> str:
    """The reply if it is one sentence, else nothing: a second one was not asked for.

    >>> one_sentence("Mice are hunted by owls.\\n"), one_sentence("Sure. Mice are hunted by owls.")
    ('Mice are hunted by owls.', '')
    """
    found = sentences(reply.strip())
    return found[0] if len(found) == 1 else ""
