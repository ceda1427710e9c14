"""A study in a notebook: its table follows the race, what is said comes below, and no text is markup."""

import pytest

from ragkit.evaluate.study import Progress, Standing
from ragkit.report.live_study import LiveStudy, study
from ragkit.score import Score

AHEAD = Standing("naive", Score(1, 1, 1, 12), Score(0, 0, 0, 12), 12)
BEHIND = Standing("<b>crag", Score(0, 0, 0, 12), Score(-1, -1, -1, 12), 12)


def test_the_table_has_a_row_for_each_system_best_first():
    table = LiveStudy()
    table(Progress("choosing", [AHEAD, BEHIND], 20, 3.44))
    assert table.value.startswith("<p>choosing: 20 questions, 3.4 minutes so far</p>")
    assert (
        "<tr><td>naive</td><td>12</td><td>1.00 [1.00, 1.00] (n=12)</td><td>0.00 [0.00, 0.00] (n=12)</td>" in table.value
    )
    assert table.value.index("naive") < table.value.index("crag") and table.value.count("left behind") == 1


def test_what_is_said_comes_below_and_is_text():
    table = LiveStudy()
    table(Progress("choosing", [AHEAD, BEHIND], 20, 0))
    table.say("<script>owned = 1</script>", 7)
    assert table.value.endswith("<p>&lt;script&gt;owned = 1&lt;/script&gt;</p><p>7</p>")
    assert "<b>" not in table.value


def test_a_study_among_the_documents_is_refused(tmp_path):
    with pytest.raises(ValueError, match="which is among the documents; name another folder"):
        study(tmp_path, tmp_path / "study")
    assert list(tmp_path.iterdir()) == []
