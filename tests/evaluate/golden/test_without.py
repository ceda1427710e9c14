"""A question is asked of a kit that does not find the passages that it leaves out."""

from dataclasses import replace

import pytest
from lessons import KAHN
from studies import COPY, FOLDER, QUOTE, WHEN

from ragkit.evaluate.golden.questions import BadQuestions, Support
from ragkit.evaluate.golden.without import kit_without, left_out

OWLS = Support("owls.md", "Owls hunt mice at night.")
MISSED = replace(WHEN, without=(Support("sorting.md", QUOTE),))


def test_every_passage_with_the_quote_is_left_out_whatever_its_document():
    assert left_out(WHEN, FOLDER) == frozenset()
    assert left_out(MISSED, FOLDER) == {KAHN.id}
    assert left_out(MISSED, [*FOLDER, COPY]) == {KAHN.id, COPY.id}


def test_a_quote_that_is_cut_in_two_takes_both_passages():
    halves = [replace(KAHN, id="1", text=KAHN.text[:40]), replace(KAHN, id="2", text=KAHN.text[30:])]
    assert left_out(MISSED, halves) == {"1", "2"}


def test_a_quote_that_no_passage_has_is_an_error_because_the_documents_may_answer():
    gone = replace(MISSED, without=(*MISSED.without, Support("x.md", "Nobody wrote this.")))
    with pytest.raises(BadQuestions, match=r"when is asked without 'Nobody wrote this\.' of x\.md.*changed"):
        left_out(gone, FOLDER)


def test_no_search_of_the_kit_finds_what_is_left_out_and_others_take_its_place(kit):
    opened = kit()
    asked = replace(WHEN, question="When do owls hunt mice?", without=(OWLS,))
    own = kit_without(opened, asked)
    before = [passage.source for passage in opened.evidence.hybrid("q", "owls hunt mice").passages]
    after = [passage.source for passage in own.evidence.hybrid("q", "owls hunt mice").passages]
    assert before[0] == "owls.md" and "owls.md" not in after and after
    dense = own.evidence.dense("q", "owls hunt mice").passages
    assert "owls.md" not in [passage.source for passage in dense]
    assert own.tools is None and opened.retriever.left_out == frozenset()


def test_a_question_that_leaves_nothing_out_gets_the_kit_itself(kit):
    opened = kit()
    assert kit_without(opened, WHEN) is opened
