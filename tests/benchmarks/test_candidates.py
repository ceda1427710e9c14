"""Candidates of a writer and who chooses among them, on rows whose grades are known."""

import pytest
from fakes import OWL

from benchmarks.candidates import (
    ALSO,
    COPIED,
    GREEDY,
    NAME,
    NAMED,
    QUOTED,
    SHORT,
    candidates_table,
    from_lines,
    mended,
    mended_table,
    named_lines,
    scored,
    written,
)
from ragkit.model.scripted import ScriptedLLM
from ragkit.text.excerpts import Excerpt

HUNT = Excerpt("Owls hunt mice.", 1, 1.0)
SLEEP = Excerpt("Owls sleep by day.", 1, 1.0)


def candidate(right, fit, support=0.9, text="Owls."):
    return {"text": text, "right": right, "fit": fit, "support": support}


def row(greedy, short, copied, named=None, quoted=None):
    wrong = candidate(False, 0.1)
    candidates = {GREEDY: greedy, SHORT: short, COPIED: copied, NAMED: named or wrong, QUOTED: quoted or wrong}
    return {"id": "q", "kind": "span", "candidates": candidates}


MENDED = row(candidate(False, 0.3), candidate(True, 0.6), candidate(False, 0.5))
SPOILT = row(candidate(True, 0.5), candidate(False, 0.9), candidate(False, None))
NAMED_ALONE = row(
    candidate(False, 0.5),
    candidate(False, 0.4),
    candidate(False, 0.2),
    named=candidate(True, 0.7),
)
UNGRADED = row(candidate(None, 0.5), candidate(None, 0.4), candidate(None, 0.2))
ROWS = [MENDED, SPOILT, NAMED_ALONE, UNGRADED]


def test_a_rule_is_scored_beside_greedy_and_by_what_it_keeps_of_the_oracles_gain():
    found = scored(ROWS)
    assert found["always greedy"]["correct"]["mean"] == pytest.approx(1 / 3)
    assert found["the oracle, of the cheap"]["correct"]["mean"] == pytest.approx(2 / 3)
    assert found["the oracle, of all"]["gain"]["mean"] == pytest.approx(2 / 3)
    # Of the cheap ones, fit mends one question and spoils another; of all, it mends two.
    assert found["fit, of the cheap"]["kept"] == 0
    assert found["fit, of all"]["kept"] == pytest.approx(1 / 2)


def test_it_counts_what_each_candidate_would_mend():
    # The greedy draft is wrong thrice, once of them without a grade; SHORT mends one, NAMED another.
    assert mended(ROWS) == {"missed": 3, "written": 1, COPIED: 0, "any": 2}
    assert mended_table({"n": 4, "mended": mended(ROWS)}).splitlines()[-1] == "| 4 | 3 | 1 | 0 | 2 |"
    assert mended_table({}) == "Not run yet.\n"


def test_lines_stand_in_for_a_draft_that_does_not_fit():
    rejected = row(candidate(False, 0.3), candidate(False, 0.9), candidate(True, 0.1))
    kept = row(candidate(False, 0.6), candidate(False, 0.9), candidate(True, 0.9))
    found = scored([rejected, kept])["lines where the draft does not fit, of the cheap"]
    assert (found["correct"]["mean"], found["kept"]) == (1 / 2, 1 / 2)


def test_questions_without_a_grade_are_left_out():
    assert scored(ROWS)["always greedy"]["correct"]["n"] == 3


def test_agreement_is_with_the_candidates_that_are_open():
    alike = row(
        candidate(True, 0.1, text="Owls hunt mice."),
        candidate(False, 0.1, text="Cats purr."),
        candidate(True, 0.1, text="Owls hunt mice."),
        named=candidate(False, 0.1, text="Cats purr."),
        quoted=candidate(False, 0.1, text="Cats purr."),
    )
    found = scored([alike])
    assert found["agreement, of the cheap"]["correct"]["mean"] == 1
    assert found["agreement, of all"]["correct"]["mean"] == 0


def test_the_table_has_a_row_a_rule_and_says_so_without_results():
    table = candidates_table({"rules": scored(ROWS)})
    assert "| fit, of all | 0.67 [" in table
    assert candidates_table({}) == "Not run yet.\n"


def named(kit, *replies):
    said = {NAME: replies[0], ALSO: replies[1] if len(replies) > 1 else {"B": 1.0}}
    return named_lines(kit(ScriptedLLM(replies=said)), "What do owls hunt?", [OWL], [SLEEP, HUNT])


def test_the_model_names_one_line_or_two(kit):
    assert named(kit, {"B": 0.9}, {"B": 0.9}) == [HUNT]
    assert named(kit, {"B": 0.9}, {"A": 0.9}) == [HUNT, SLEEP]


def test_a_model_that_cannot_choose_names_the_best_line_by_its_words(kit):
    assert named(kit, "no letter") == [SLEEP]


def test_the_named_lines_come_behind_all_of_the_evidence(kit):
    llm = ScriptedLLM(replies={"Rest the answer": "They hunt mice."})
    assert from_lines(kit(llm), "What do owls hunt?", [OWL], [HUNT]) == "They hunt mice. [1]"
    (prompt,) = llm.prompts
    assert prompt.index(OWL.text) < prompt.index("Rest the answer on these lines") < prompt.index("- Owls hunt mice.")


def test_all_candidates_are_written_from_the_same_passages(kit):
    llm = ScriptedLLM(replies={NAME: {"A": 1.0}, ALSO: {"B": 1.0}, "": "Owls hunt mice."})
    names = list(written(kit(llm), "What do owls hunt?", [OWL]))
    assert names == [GREEDY, SHORT, "draw 1", "draw 2", COPIED, NAMED, QUOTED]
