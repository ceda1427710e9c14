"""`benchmarks/tiered_tables.py` counts where answers come from, and what becomes of false premises."""

from dataclasses import replace

from samples import ROW

from benchmarks.tables import RESULTS
from benchmarks.tiered_tables import closed_book_table, premises_table, published_table, tiers_table
from ragkit.evaluate.golden.questions import Question


def cells(table):
    _, _, *lines = table.splitlines()
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]


def of(tier, number, right=1.0, **more):
    return replace(ROW, system="tiered", question=f"{tier}{number}", tier=tier, right=right, **more)


def test_a_row_a_tier_says_how_many_it_answered_how_many_ended_well_and_for_how_many_tokens():
    birds = [of("birds", n, right=float(n > 0), evaluated=900) for n in range(4)]
    trap = of("web", 0, right=None, held=False, kind="near-miss", evaluated=2_000)
    web = [trap, of("web", 1, evaluated=2_400)]
    refused = [of("", n, right=0.0, refused=True, evaluated=300) for n in range(3)]
    refused.append(of("", 3, right=None, held=True, kind="near-miss", refused=True, evaluated=300))
    other = replace(of("birds", 9), system="naive")
    failed = of("birds", 8, failed="the server is away")
    found = cells(tiers_table([*web, *birds, *refused, other, failed]))
    assert [row[0] for row in found] == ["birds", "web", "abstained"]
    assert [row[1].split()[0] for row in found] == ["0.40", "0.20", "0.40"]
    assert found[0][2].startswith("0.75 [") and found[0][2].endswith("(n=4)")
    assert (
        found[1][2].startswith("0.50 [")
        and found[2][2].startswith("0.25 [")
        and found[1][3].startswith("2,200 [2,000, 2,400]")
    )


def test_a_tier_none_of_whose_answers_was_graded_has_an_empty_cell():
    assert cells(tiers_table([of("correction", 0, right=None)]))[0][2] == ""


def question(id, kind, twin=None):
    return Question(id, f"Why did {id}?", kind, "Fuel.", (("fuel",),), (), "easy", twin=twin)


PREMISES = [
    question("false-a", "false-premise", "true-a"), question("false-b", "false-premise", "true-b"),
    question("true-a", "factual"), question("true-b", "factual"),
]  # fmt: skip


def ended(id, **more):
    return replace(ROW, question=id, **more)


def test_an_over_claim_is_a_false_premise_that_was_taken_for_true_and_twins_show_the_price():
    rows = [
        ended("false-a", right=None, held=True), ended("false-b", right=None, held=False),
        ended("true-a", right=0.0, refused=True), ended("true-b"),
    ]  # fmt: skip
    ((system, claimed, refused, right),) = cells(premises_table(rows, PREMISES))
    assert system == "naive" and claimed.split()[0] == refused.split()[0] == right.split()[0] == "0.50"
    assert all(cell.endswith("(n=2)") for cell in (claimed, refused, right))


def test_failed_runs_and_questions_that_were_not_asked_are_no_part_of_a_share():
    rows = [ended("false-a", right=None, held=True), ended("false-b", failed="away", right=None), ended("true-b")]
    ((_, claimed, refused, _),) = cells(premises_table(rows, PREMISES))
    assert claimed == refused == "0.00 [0.00, 0.00] (n=1)"


def test_what_the_memory_knows_is_told_with_its_curve_and_the_score_that_was_chosen():
    result = {
        "model": "m", "corpus": "almanac", "n": 10, "right": 2, "does not know": 6, "violates": 1,
        "curve": [{"odds": 0.9, "true": 0.25, "n": 4}], "choice": {"threshold": None},
    }  # fmt: skip
    found = cells(closed_book_table(result))
    assert [row[1] for row in found] == ["10", "4 of 10", "1 of 4", "2 of 10", "0.25", "never"]
    assert found[4][0] == "correct of the 4 with a score of about 0.90"
    result["choice"] = {"threshold": 0.85}
    assert cells(closed_book_table(result))[-1][1] == "0.85"


def test_the_papers_wins_ties_and_losses_are_shares_that_add_up_to_one(tmp_path):
    found = cells(published_table(tmp_path))
    assert found[0] == ["TimeQA", "86", "0.84", "0.12", "0.05", "0.864"]
    for _, _, *shares, _ in found:
        assert abs(sum(map(float, shares)) - 1) < 0.011


def test_our_shares_are_the_last_row_beside_the_papers():
    name, questions, *shares, groundedness = cells(published_table(RESULTS))[-1]
    assert (name, questions) == ("here: the almanac", "82") and abs(sum(map(float, shares)) - 1) < 0.011
    assert 0 < float(groundedness) < 1
