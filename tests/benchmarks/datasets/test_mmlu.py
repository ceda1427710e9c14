"""A question of MMLU is asked with its options; the right one is the key, and the others are forbidden."""

import pytest
from published_files import MMLU, table_in

from benchmarks.datasets.mmlu import mmlu
from benchmarks.datasets.published_files import UnknownFormat
from ragkit.evaluate.golden.correct import correct


def test_the_options_are_part_of_the_question(tmp_path):
    share, oldest, *others = mmlu(table_in(tmp_path / "global_facts_test.csv", MMLU))
    assert share.question == (
        "In 2019, what share of the mills were old?\nA. 5%\nB. 15%\nC. 25%\nD. 80%\n"
        "Answer with the words of the right option."
    )
    assert (share.answer, share.keys, share.forbidden) == ("15%", (("15",),), ("5", "25", "80"))
    assert oldest.answer == "the Elm Mill." and oldest.keys == (("the Elm Mill",),)
    assert len(others) == 8 and others[0].answer == "4"


@pytest.mark.parametrize(("answer", "right"), [("15%.", 1), ("It was 15 percent.", 1), ("5%", 0), ("15% or 5%", 0)])
def test_an_answer_is_right_with_the_right_option_alone(tmp_path, answer, right):
    share = mmlu(table_in(tmp_path / "global_facts_test.csv", MMLU))[0]
    assert correct(share, answer) == right


@pytest.mark.parametrize("row", [["?", "a", "b", "B"], ["?", "a", "b", "c", "d", "E"], ["?", "a", "b", "c", "d", ""]])
def test_a_line_of_another_form_says_which_and_what_is_needed(tmp_path, row):
    file = table_in(tmp_path / "global_facts_test.csv", [MMLU[0], row])
    with pytest.raises(UnknownFormat, match="line 2: asked for MMLU, got .*four options and the letter of one"):
        mmlu(file)


def test_an_empty_file_is_an_error(tmp_path):
    (tmp_path / "x.csv").write_text("")
    with pytest.raises(UnknownFormat, match="got no question"):
        mmlu(tmp_path / "x.csv")
