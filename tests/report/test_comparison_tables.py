"""The tables of a comparison say what the judge is worth before what it prefers, and what is not known."""

from dataclasses import replace

from answer_pairs import ASKER, judged, pair, same
from samples import lacks

from ragkit.evaluate.judging.win_rates import Comparison
from ragkit.report.comparison_tables import belief, comparison_tables


def told(n, right, verdict, start=0, **of_rows):
    grades = (1.0, 0.0) if right == "a" else (0.0, 1.0)
    found = []
    for number in range(start, start + n):
        one = pair(f"{right}{number}", grades)
        one = replace(one, a=replace(one.a, **of_rows), b=replace(one.b, **of_rows))
        found.append(judged(one, verdict, verdict))
    return found


def compared(*all_judged, asker=ASKER, **more):
    return Comparison("near", "far", asker, all_judged, **more)


KNOWS = [*told(12, "a", "a"), *told(12, "b", "b")]


def column(table, number):
    return {row[0]: row[number] for row in table.rows}


def test_the_agreement_comes_first_and_both_tables_with_rates_say_whether_to_believe_them():
    worth, rates, apart = comparison_tables(compared(*KNOWS))
    assert [table.title for table in (worth, rates, apart)] == [
        "The judge of near against far",
        "Preferred: near against far",
        "Measured apart from the judge: near and far",
    ]
    assert column(worth, 1)["agreement with the reference"] == "1.000 [1.000, 1.000] (n=24)"
    assert column(worth, 1)["first place"] == "0.500 [0.500, 0.500] (n=24)"
    assert worth.note.startswith("The judge agrees") and rates.note.startswith("The judge agrees")
    assert rates.head == ["questions", "near", "tie", "far"]
    assert rates.rows[0][0] == "all" and rates.rows[0][1].startswith("0.500 [")


def test_a_judge_that_may_guess_makes_the_rates_show_nothing_in_plain_words():
    found = compared(*told(6, "a", "a"), *told(6, "a", "b", start=6), *told(5, "b", "b"), *told(5, "b", "a", start=5))
    assert belief(found).startswith("The win rates show nothing.")
    assert "agreement" in belief(found)
    assert all(table.note.startswith("The win rates show nothing.") for table in comparison_tables(found)[:2])


def test_a_judge_that_is_the_writer_is_said_to_be_and_another_writer_is_named():
    note = comparison_tables(compared(*KNOWS, writers={"near": "scripted", "far": "writer-7b"}))[0].note
    assert lacks(note, "also the model that wrote the answers of near", "far were written by writer-7b.") == []
    note = comparison_tables(compared(*KNOWS, writers={"near": "writer-7b", "far": ""}))[0].note
    assert "also the model" not in note and "The answers of far were written by no model." in note


def test_a_form_and_a_reference_in_view_are_said():
    note = comparison_tables(compared(*KNOWS, asker=replace(ASKER, structured=True, reference=True)))[0].note
    assert "by a form that it fills in, with the reference answer in view." in note
    assert "not what it knows" in note


def test_what_became_of_the_pairs_is_counted():
    lost = judged(pair("lost"), None, None)
    lost = replace(lost, preference=replace(lost.preference, note="the pairwise judge could not judge: no more"))
    note = comparison_tables(compared(*KNOWS, lost, same(pair("same")), failed=2, unasked=3))[1].note
    assert lacks(note, "31 pairs", "1 of answers that read the same", "1 ungraded", "2 left out") == []
    assert "3 not compared yet" in note and note.endswith("could not judge: no more")


def test_groundedness_and_its_complement_are_shown_apart_and_denials_are_not_in_them():
    audited = told(4, "a", "a", faithfulness=0.75, hallucinated=False)
    denied = told(1, "b", "b", kind="near-miss", refused=True, held=True)
    table = comparison_tables(compared(*audited, *denied))[2]
    near = column(table, 1)
    assert near["groundedness"] == "0.750 [0.750, 0.750] (n=4)"
    assert near["hallucination rate, 1 - groundedness"] == "0.250 [0.250, 0.250] (n=4)"
    assert near["answered with an unsupported claim"] == "0.000 [0.000, 0.000] (n=5)"
    assert near["correct denials"] == "1.000 [1.000, 1.000] (n=1)"
    assert column(table, 2)["correct by reference"] == "0.000 [0.000, 0.000] (n=4)"
    assert "by the auditor" in table.note


def test_without_an_auditor_groundedness_is_not_known_and_that_is_said():
    table = comparison_tables(compared(*told(3, "a", "a", audited=False)))[2]
    assert column(table, 1)["groundedness"] == "not known (3 ungraded)"
    assert column(table, 1)["answered with an unsupported claim"] == "not known (3 ungraded)"
    assert column(table, 1)["correct denials"] == "no such questions"
    assert "No auditor graded 6 of these 6 runs" in table.note


def test_nothing_judged_yet_is_a_table_too():
    worth, rates, _ = comparison_tables(compared(unasked=4))
    assert set(column(worth, 1).values()) == {"not known"}
    assert rates.rows == [["all", *["not known"] * 3]]
    assert "4 not compared yet" in rates.note
    assert rates.note.startswith("The win rates show nothing.")
