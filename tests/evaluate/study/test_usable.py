"""A bad draft is dropped by rule, and counted by the reason."""

from collections import Counter
from dataclasses import replace

import pytest
from studies import FOLDER, ROUTES, WHEN, WHO, draft

from ragkit.evaluate.study import usable as module
from ragkit.evaluate.study.documents import Documents
from ragkit.evaluate.study.usable import fault, usable

DOCUMENTS = Documents(FOLDER)


@pytest.mark.parametrize(
    ("draft", "why"),
    [
        (WHEN, ""),
        (replace(WHEN, keys=()), module.NO_KEYS),
        (replace(WHEN, keys=(("the",),)), module.NO_GRADE),
        (replace(WHEN, support=()), module.NO_SUPPORT),
        (draft("q", "When was it?", "1962", "Nobody wrote this."), module.NO_QUOTE),
        (replace(WHEN, question="Was it published in 1962?"), module.SAYS_IT),
        (replace(WHEN, question="What year does the passage give?"), module.SPEAKS),
        (replace(WHEN, kind="near-miss", answer=None, keys=(), support=()), ""),
    ],
)
def test_each_fault_has_its_reason(draft, why):
    assert fault(draft, DOCUMENTS) == why


def test_what_is_asked_twice_is_used_once_and_everything_dropped_is_counted():
    again = replace(WHEN, id="again", question=WHEN.question.upper())
    dropped = Counter()
    kept = usable([WHEN, again, WHO, replace(ROUTES, keys=()), ROUTES], DOCUMENTS, dropped)
    assert kept == [WHEN, WHO, ROUTES] and dropped == {module.AGAIN: 1, module.NO_KEYS: 1}
