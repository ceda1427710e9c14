"""The page of a study: a sentence for each way in which it may end, and nothing of strangers that is obeyed."""

import json
from dataclasses import asdict, replace

import plotly.offline
import pytest
from failing import folder_in
from samples import PAYLOADS, ROW, lacks, rows_of

from ragkit.evaluate.failures.cases import Case
from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.study import Gap, Standing
from ragkit.evaluate.study.finding import found
from ragkit.evaluate.study.race import standings
from ragkit.recommended import NAME, recommended
from ragkit.report.study import advice, keep, write_study
from ragkit.score import Score

WHO = Question("0", "Who hunts?", "factual", "An owl.", (("owl",),), (), "easy")


def race_of(**signs) -> list[Standing]:
    return standings(rows_of(**signs), list(signs), 1)


def finding(race=None, stopped="", cost=None, seconds=2.0, cached=0, **signs):
    """A study that chose hybrid on 12 questions, and reported what the signs say."""
    chosen_on = race or race_of(hybrid="+" * 12, crag="0" * 12)
    known = {"cost": cost, "seconds": seconds, "cached": cached, "evaluated": 1200, "generated": 34}
    rows = [replace(row, **known) for row in rows_of(**signs)]
    return found(1, chosen_on, rows, stopped)


def beside(mean, low, high, n, needed=None, theirs="crag"):
    return Gap("hybrid", theirs, Score(mean, low, high, n), needed)


def with_gap(gap, agent=None):
    return replace(finding(hybrid="+" * 10, crag="+" * 10), gaps=(gap,), agent=agent)


# What to take


def test_the_advice_says_what_to_take_what_it_is_worth_and_what_a_question_costs():
    said = advice(finding(hybrid="+" * 8 + "--", crag="0" * 10))
    # (8 - 2) / 10
    assert "Take hybrid: where a wrong answer costs 1, it is worth 0.600 [" in said
    assert "for each question. A question takes 2.0 s, 1,234 tokens." in said


def test_dollars_are_told_where_the_price_is_known_and_no_seconds_where_replies_came_from_disk():
    assert "takes 2.0 s, 1,234 tokens, 0.0125 dollars." in advice(finding(hybrid="+" * 8, cost=0.0125))
    assert "takes 1,234 tokens." in advice(finding(hybrid="+" * 8, cached=1))


def test_before_twelve_questions_nothing_is_decided():
    said = advice(finding(race_of(hybrid="+" * 11, crag="0" * 11), hybrid="+" * 9, crag="0" * 9))
    assert said.startswith("Nothing is decided yet: hybrid leads after 11 questions to choose on")
    assert lacks(said, "a choice needs 12 at least", "Ask more, or allow more time.") == []
    assert "It is better than" not in said and "Take " not in said


def test_a_choice_of_which_nothing_was_reported_says_so():
    said = advice(finding(stopped="60.0 of 60 minutes"))
    assert (
        lacks(said, "Take hybrid, which was best on the questions to choose on", "nothing is known of how good") == []
    )
    assert said.endswith("The budget ended the study: 60.0 of 60 minutes.")


# Beside the others


def test_a_better_system_is_said_to_be_better():
    said = advice(finding(hybrid="+" * 10, crag="0" * 10))
    assert "It is better than crag, the next one, by 1.000 [1.000, 1.000] (n=10)." in said
    assert "would decide" not in said


def test_a_difference_that_may_be_luck_is_not_shown_and_the_number_of_questions_to_show_it_is_told():
    said = advice(with_gap(beside(0.1, -0.1, 0.3, 20, needed=160)))
    assert "It is not shown to be better than crag: the difference is 0.100 [-0.100, 0.300] (n=20)." in said
    # 160 less the 20 that there are
    assert "About 140 more questions to report on would decide between hybrid and crag." in said


def test_one_question_more_is_one_question():
    assert "About 1 more question to report" in advice(with_gap(beside(0.1, -0.1, 0.3, 20, needed=21)))
    assert "About 1 more question to report" in advice(with_gap(beside(0.1, -0.1, 0.3, 20, needed=20)))


@pytest.mark.parametrize("needed", [None, 2_001, 400_000])
def test_where_nobody_would_write_so_many_questions_the_cheaper_one_is_to_be_taken(needed):
    said = advice(with_gap(beside(0.001, -0.1, 0.1, 20, needed=needed)))
    assert "Between hybrid and crag no number of questions that anybody would write decides" in said
    assert "let the cost of a question decide" in said and "400" not in said


@pytest.mark.parametrize(("asked", "more"), [(1, "7 more questions"), (3, "5 more questions"), (7, "1 more question ")])
def test_on_fewer_than_eight_questions_nothing_is_said_but_how_many_are_missing(asked, more):
    said = advice(finding(hybrid="+" * asked, crag="0" * asked))
    assert "It is not shown to be better than crag" in said and "no number of questions" not in said
    assert f"ask at least {more}" in said


def test_a_choice_that_did_not_hold_is_said_not_to_hold_and_the_difference_is_turned_round():
    said = advice(finding(hybrid="0" * 10, crag="+" * 10))
    assert "But this did not hold: crag is worth more by 1.000 [1.000, 1.000] (n=10)." in said
    assert "by luck; ask more before you decide" in said
    turned = advice(with_gap(beside(-0.4, -0.7, -0.1, 30, needed=10)))
    assert "crag is worth more by 0.400 [0.100, 0.700] (n=30)" in turned


# Agents


@pytest.mark.parametrize(
    ("low", "high", "n", "said"),
    [(0.1, 0.5, 20, "Yes"), (-0.5, -0.1, 20, "No"), (-0.1, 0.5, 20, "That is not shown"),
     (0.1, 0.5, 7, "That is not shown")],
)  # fmt: skip
def test_whether_an_agent_is_worth_it_is_yes_no_or_not_shown(low, high, n, said):
    mean = (low + high) / 2
    agent = Gap("crag", "hybrid, 9 passages", Score(mean, low, high, n), 50)
    told = advice(with_gap(beside(0.1, -0.1, 0.3, 20, 40), agent))
    assert f"Is an agent worth it here? {said} (crag less hybrid, 9 passages, which takes about as many tokens" in told


def test_without_an_agent_or_a_graded_question_of_one_nothing_is_said_of_agents():
    nan = float("nan")
    for agent in (None, Gap("crag", "hybrid", Score(nan, nan, nan, 0), None)):
        told = advice(with_gap(beside(0.1, -0.1, 0.3, 20, 40), agent))
        assert "agent" not in told and "nan" not in told


def test_a_study_of_one_system_says_what_it_is_worth_and_no_more():
    said = advice(finding(race_of(hybrid="+" * 12), hybrid="+" * 9))
    assert said.count(". ") == 1 and "better" not in said and "decide" not in said


# The files


@pytest.fixture
def folder(tmp_path):
    """The folder of a study whose half to report on has a wrong answer of hybrid's, with what a test adds."""

    def written(answer="A cat.", question=WHO, **said):
        row = replace(ROW, system="hybrid", question="who", kind="factual", answer=answer, right=0.0, **said)
        folder_in(tmp_path / "report", [Case(row, question)])
        return tmp_path

    return written


def questions_file(folder, question):
    (folder / "report" / "questions.jsonl").write_text(json.dumps(asdict(question)) + "\n")


def test_the_page_and_the_text_have_the_advice_and_the_same_tables(folder):
    files = write_study(finding(hybrid="+" * 10, crag="0" * 10), folder())
    assert [file.name for file in files] == ["study.md", "study.html"]
    text, page = (file.read_text() for file in files)
    heads = ("What the systems are worth", "What went wrong with hybrid", "How it was chosen")
    assert text.startswith("# Take hybrid\n\nTake hybrid: ") and lacks(text, *(f"## {head}" for head in heads)) == []
    assert lacks(page, "<h1>Take hybrid</h1>", *(f"<h2>{head}</h2>" for head in heads)) == []
    assert page.count("<figure") == 1 and "src='http" not in page and 'src="http' not in page


def test_the_tables_have_the_values_the_differences_and_the_race(folder):
    found_here = finding(race_of(hybrid="+" * 12, crag="0" * 12, naive="-"), hybrid="+" * 10, crag="0" * 10)
    text = write_study(found_here, folder())[0].read_text()
    assert "| hybrid | 1.00 [1.00, 1.00] (n=10) | chosen |" in text
    assert "| crag | 0.00 [0.00, 0.00] (n=10) | **+1.00 [+1.00, +1.00]** |" in text
    assert "| crag | 0.00 [0.00, 0.00] (n=12) | 12 | left behind |" in text
    assert "| naive | -1.00 [-1.00, -1.00] (n=1) | 1 | in the race to the end |" in text


def test_wrong_answers_of_the_chosen_system_are_listed_with_what_was_expected(folder):
    text = write_study(finding(hybrid="+" * 10), folder("It was a cat."))[0].read_text()
    assert "| Who described how barn owls hunt? | Ada Hill | It was a cat. |" in text


def test_without_a_wrong_answer_there_is_nothing_to_list(folder):
    text = write_study(finding(race_of(naive="+" * 12), naive="+" * 10), folder())[0].read_text()
    assert "## What went wrong with naive\n\nNothing." in text


def test_credentials_in_answers_do_not_reach_the_page(folder):
    for file in write_study(finding(hybrid="+" * 10), folder("The key is sk-0123456789abcdef, they say.")):
        assert "sk-0123456789abcdef" not in file.read_text() and "The key is [removed]" in file.read_text()


def test_the_script_of_the_picture_is_left_as_it_is(folder):
    script = plotly.offline.get_plotlyjs()
    assert script in write_study(finding(hybrid="+" * 10), folder())[1].read_text()


@pytest.mark.parametrize("payload", PAYLOADS)
def test_what_answers_and_questions_say_is_shown_as_text(folder, payload):
    hostile = PAYLOADS[payload]
    to = folder(hostile)
    asked = replace(WHO, id="who", question=hostile, answer=hostile)
    questions_file(to, asked)
    text, page = (file.read_text() for file in write_study(finding(hybrid="+" * 10), to))
    if "<" in hostile:
        assert hostile not in page
        assert "<iframe" not in page and "<base" not in page and "window.owned = 1</script>" not in page
    assert "<tr><td>" in page and page.count("<table>") == 3


def test_a_half_surrogate_in_an_answer_ends_no_study(folder):
    for file in write_study(finding(hybrid="+" * 10), folder("Owls\ud83d and cats.")):
        assert "Owls\N{REPLACEMENT CHARACTER} and cats." in file.read_text()


def test_a_credential_that_is_cut_is_removed_all_the_same(folder):
    text = write_study(finding(hybrid="+" * 10), folder(f"{'owl ' * 36} sk-0123456789abcdef"))[0].read_text()
    assert "sk-0" not in text


def test_long_answers_are_cut(folder):
    text = write_study(finding(hybrid="+" * 10), folder("owl " * 200))[0].read_text()
    assert "owl " * 39 in text and "owl " * 41 not in text


# Kept


def test_a_decided_study_recommends_its_system_beside_the_documents(folder, tmp_path):
    to = folder()
    documents = tmp_path / "owls"
    documents.mkdir()
    files = keep(finding(hybrid="+" * 10, crag="0" * 10), documents, to)
    assert files[2:] == [documents / NAME]
    assert (recommended(documents).graph, recommended(documents).settings) == ("hybrid", {"wrong_costs": 1})


def test_an_undecided_study_recommends_nothing(folder, tmp_path):
    documents = tmp_path / "owls"
    documents.mkdir()
    files = keep(finding(race_of(hybrid="+" * 11, crag="0" * 11), hybrid="+"), documents, folder())
    assert len(files) == 2 and not (documents / NAME).exists()
    assert files[0].read_text().startswith("# Not decided yet\n")


def test_a_file_of_yours_beside_the_documents_stays(folder, tmp_path):
    documents = tmp_path / "owls"
    documents.mkdir()
    (documents / NAME).write_text("graph: naive\n")
    to = folder()
    assert keep(finding(hybrid="+" * 10), documents, to)[2:] == [to / NAME]
    assert recommended(documents).graph == "naive"
