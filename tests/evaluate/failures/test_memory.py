"""An answer from memory is seen where the trace has what memory said, or no passage has its names."""

from dataclasses import replace

from failing import CATS, OWLS, WHO, case

from ragkit.evaluate.failures.memory import answer_from_memory, not_in_evidence, remembered
from ragkit.trace import Trace


def test_an_answer_from_memory_against_the_evidence_is_seen():
    against = case(WHO, "It was Max Orr. [1]", OWLS, recalled="Max Orr described it.")
    assert remembered(against) is True
    assert remembered(case(WHO, "It was Tom Reed.", CATS, recalled="Tom Reed did.")) is False  # shown as well
    assert remembered(case(WHO, "It was Lee Fox.", OWLS, recalled="Max Orr did.")) is False  # not what it recalled


def test_memory_that_was_not_asked_is_not_known():
    assert remembered(case(WHO, "It was Max Orr.", OWLS)) is None
    assert remembered(case(WHO, "It was Max Orr.")) is None
    assert remembered(case(WHO, "By a farmer.", OWLS, recalled="Max Orr did.")) is None  # nothing to compare


def test_the_last_answer_from_memory_counts_and_a_strange_file_has_none():
    assert answer_from_memory(None) == ""
    step = case(WHO, "x", OWLS, recalled="Max").trace.steps[0]
    strange = replace(step, wrote={"recalled": 7})
    assert answer_from_memory(Trace("?", (step, strange), "x", (), 1.0)) == "Max"


def test_a_name_that_no_passage_has_is_seen_where_the_evidence_had_the_answer():
    assert not_in_evidence(case(WHO, "It was Max Orr.", OWLS)) is True
    assert not_in_evidence(case(WHO, "It was Tom Reed.", OWLS, CATS)) is False
    assert not_in_evidence(case(WHO, "It was Max Orr.", CATS, evidence_recall=0.0)) is False
    assert not_in_evidence(case(WHO, "It was Max Orr.")) is None
