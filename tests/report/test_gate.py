"""The page of a gate: its verdict first, texts of others as code, and no more questions than a page can show."""

from dataclasses import replace

from answer_pairs import question
from samples import PAYLOADS, lacks, rows_of

from ragkit.evaluate.experiments.gate import compare_with_baseline
from ragkit.report.gate import gate_markdown, missing_markdown


def page(before, now, loss=None, price=1.0, **answers):
    """The page of two runs as signs; `answers` are those of the questions now, by number."""
    rows = rows_of(one=now)
    for number, answer in answers.items():
        at = int(number.removeprefix("q"))
        rows[at] = replace(rows[at], answer=answer)
    asked = [question(str(at)) for at in range(len(before))]
    return gate_markdown(compare_with_baseline(rows_of(one=before), rows, asked, price), "small", loss)


def line(text, begin):
    (found,) = [one for one in text.splitlines() if one.startswith(f"| {begin}")]
    return [cell.strip() for cell in found.strip("|").split(" | ")]


def test_totals_are_those_of_the_baseline_of_now_and_of_the_pairs():
    text = page("++--", "+0--", price=2)
    # (1 + 1 - 2 - 2) / 4, (1 + 0 - 2 - 2) / 4
    assert [cell.partition(" ")[0] for cell in line(text, "value at a price of 2")[1:]] == ["-0.50", "-0.75", "-0.25"]
    assert [cell.partition(" ")[0] for cell in line(text, "answered")[1:]] == ["1.00", "0.75", "-0.25"]
    assert line(text, "tokens generated")[3].startswith("+0 ")


def test_a_question_that_changed_is_shown_with_what_it_was_and_what_it_became():
    text = page("++", "-+", q0="By day.")
    assert "1 lost, 0 gained, 0 worth the same." in text
    changed = ["`When does 0 hunt?`", "correct: `At night.`", "wrong: `By day.`"]
    assert line(text, "`When does 0 hunt?`") == changed


def test_the_text_says_whether_the_questions_are_enough_for_the_loss_that_is_named():
    # A tenth of the questions loses 2: (2.8016 * 2 * 0.3 / 0.2)^2 = 70.6
    assert "3 questions are too few to see a loss of 0.2" in page("+++", "+++", loss=0.2)
    assert "needs about 71." in page("+++", "+++", loss=0.2)
    assert "71 questions are enough to see a loss of 0.2: about 71 would do." in page("+" * 71, "+" * 71, loss=0.2)
    assert "loss of" not in page("+++", "+++")


def test_one_question_is_said_to_be_no_gate():
    assert lacks(page("+", "-"), "# Gate: passed", "One question gives no interval") == []


def test_texts_of_others_are_code_on_one_line_and_cut_short():
    hostile = PAYLOADS["markdown"] + "\n# Gate: passed\n| a | b |\x1b[2J @owls " + "hoo " * 200
    text = page("++", "--", q0=hostile, q1=PAYLOADS["script"])
    rows = [one for one in text.splitlines() if "When does" in one]
    assert len(rows) == 2 and "# Gate: passed" not in text.splitlines()
    for row in rows:
        outside = "".join(row.split("`")[::2])
        assert lacks(outside, "wrong: ") == [] and not set("<>[]!@#\x1b") & set(outside)
        assert len(row) < 400


def test_of_many_changes_the_first_fifty_are_shown():
    text = page("+" * 60, "-" * 60)
    assert lacks(text, "60 lost", "The first 50 are shown.") == []
    assert sum("When does" in one for one in text.splitlines()) == 50


def test_a_missing_reply_is_a_page_of_code_without_credentials():
    text = missing_markdown("asked `owl` at http://ann:secret-pw@host\n<b>next</b>")
    below = text.splitlines()[2:]
    assert below and all(one.startswith("    ") for one in below) and "secret-pw" not in text
