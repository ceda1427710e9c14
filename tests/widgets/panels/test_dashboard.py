"""The dashboard counts saved runs as one would by hand, says what is not real."""

import re
from dataclasses import replace
from math import inf, nan

import pytest
from fakes import model

from ragkit.graphs import adaptive
from ragkit.model.meter import Call, Usage, cost
from ragkit.runs.trace_file import load_all, save
from ragkit.settings import Price
from ragkit.state import REFUSAL, Claim, Rule
from ragkit.trace import Step, Trace, run
from ragkit.widgets.panels.dashboard import Dashboard, dashboard_figures, dashboard_tiles, outcome
from ragkit.widgets.panels.dashboard_page import dashboard_page

AGAIN = Rule("insufficient", "plan", "something is missing")
WEB = Rule("exhausted", "search_web", "the retries are spent")
PRICE = Price(evaluated=2.0, reused=0.5, generated=10.0)
USED = Usage(1, 0, 100, 500, 30, 2.0)


def step(node, seconds=1.0, usage=None, rule=None, **wrote):
    return Step(node, seconds, usage or Usage(), wrote, rule)


def answered(question="Who hunts mice?"):
    """Sent back once, then an answer; 2 calls, 200 tokens evaluated, 1000 reused, 60 generated."""
    steps = (
        step("context_critic", 2.0, USED, AGAIN), step("plan", loop=1), step("generate", 4.0, USED),
        step("verify", claims=[Claim("Owls hunt.", 1.0), Claim("Owls sing.")]),
    )  # fmt: skip
    return Trace(question, steps, "Owls.", (), 7.0, (Claim("Owls hunt.", 1.0), Claim("Owls sing.")))


def refused():
    """Sent back twice, then to the web; the answer critic goes to the web by a row that reads the same."""
    steps = (
        step("context_critic", 4.0, USED, AGAIN), step("plan", loop=1), step("context_critic", 6.0, USED, AGAIN),
        step("plan", loop=2), step("context_critic", 8.0, USED, WEB), step("search_web", 1.0, asked_web=True),
        step("verify", claims=[Claim("Bats hunt.")]), step("answer_critic", 1.0, USED, WEB),
        step("apologise", claims=[]),
    )  # fmt: skip
    return Trace("Do bats hunt?", steps, REFUSAL, (), 20.0)


def failed():
    return Trace("Who is there?", (step("retrieve", 0.5),), "", (), 0.5, failed="the server is <gone>")


def cached():
    return Trace("Who hunts at night?", (step("generate", 0.01, replace(USED, cached=1)),), "Owls.", (), 0.01)


def tiles(html):
    return dict(re.findall(r"<span>(.*?)</span><strong>(.*?)</strong>", html))


# Tiles


def test_the_tiles_count_outcomes_retries_web_tokens_calls_and_claims():
    found = tiles(dashboard_tiles([answered(), refused(), failed(), cached()]).data)
    assert found == {
        "runs": "4", "answered": "50 % (2 of 4)", "abstained": "25 % (1 of 4)", "failed": "25 % (1 of 4)",
        "sent back by a critic": "50 % (2 of 4)", "retries per run": "0.75 (n=4)", "went to the web": "25 % (1 of 4)",
        "prompt tokens reused": "83 % (3,500 of 4,200)", "model calls": "7 (1 from disk)",
        "claims ungraded": "67 % (2 of 3)",
    }  # fmt: skip


def test_the_first_visit_of_the_planner_is_no_retry():
    trace = Trace("?", (step("plan", loop=0), step("generate")), "Owls.", (), 1.0)
    assert tiles(dashboard_tiles([trace]).data)["sent back by a critic"] == "0 % (0 of 1)"


def test_retries_and_web_are_told_by_what_was_written_whatever_the_nodes_are_called():
    trace = Trace("?", (step("look again", loop=1), step("ask around", asked_web=True)), "Owls.", (), 1.0)
    found = tiles(dashboard_tiles([trace]).data)
    assert found["sent back by a critic"] == found["went to the web"] == "100 % (1 of 1)"


def test_a_web_search_counts_once_whether_a_row_or_the_graph_sent_the_run_there():
    by_graph = Trace("?", (step("search_web", asked_web=True),), "Owls.", (), 1.0)
    by_a_row = Trace("?", (step("context_critic", rule=WEB), step("search_web", asked_web=True)), "Owls.", (), 1.0)
    found = tiles(dashboard_tiles([by_graph, by_a_row, refused(), answered()]).data)
    assert found["went to the web"] == "75 % (3 of 4)"


def test_a_run_that_was_stopped_on_its_way_to_the_web_did_not_go_there():
    stopped = Trace("?", (step("context_critic", rule=WEB),), "", (), 1.0, failed="stopped")
    assert tiles(dashboard_tiles([stopped]).data)["went to the web"] == "0 % (0 of 1)"


def test_the_claims_of_a_run_that_was_resumed_after_its_verifier_count():
    trace = Trace("?", (), "Owls.", (), 1.0, (Claim("Owls hunt."), Claim("Owls eat.", 1.0)))
    assert tiles(dashboard_tiles([trace]).data)["claims ungraded"] == "50 % (1 of 2)"


@pytest.mark.parametrize("claims", [7, None, "claims", ["text"], {"a": 1}])
def test_a_file_may_hold_anything_for_claims(claims):
    trace = Trace("?", (step("verify", claims=claims),), "Owls.", (), 1.0)
    assert tiles(dashboard_tiles([trace]).data)["claims ungraded"] == "none (0 of 0)"


def test_without_runs_it_says_so_and_has_no_tile_and_no_figure():
    html = dashboard_tiles([], price=PRICE).data
    assert "No runs." in html and tiles(html) == {} and dashboard_figures([]) == {}
    assert "No runs." in Dashboard([]).tiles.value


def test_runs_from_disk_are_counted_and_said_and_others_are_not_spoken_of():
    assert "1 of 2 runs had replies from disk: seconds are not real" in dashboard_tiles([cached(), refused()]).data
    assert "rk-note" not in dashboard_tiles([failed()]).data


def test_a_high_share_of_runs_that_were_sent_back_is_said_and_a_low_one_is_not():
    assert "1 of 2 runs were sent back by a critic: above 30 %" in dashboard_tiles([refused(), cached()]).data
    assert "sent back by a critic:" not in dashboard_tiles([refused(), *[failed()] * 3]).data


def test_calls_without_a_count_of_tokens_are_said():
    calls = Call("?", "Owls.", Usage(1)), Call("?", "Owls.", USED)
    trace = Trace("?", (Step("generate", 1.0, calls[0].usage + calls[1].usage, {}, None, calls),), "Owls.", (), 1.0)
    assert "1 model calls reported no token count" in dashboard_tiles([trace]).data


def test_an_outcome_is_one_of_three():
    assert list(map(outcome, [answered(), refused(), failed()])) == ["answered", "abstained", "failed"]
    assert outcome(Trace("?", (), "  ", (), 0.0)) == "failed"


def test_the_cost_is_in_a_tile_when_there_is_a_price():
    # 200 evaluated at 2, 1000 reused at 0.5, 60 generated at 10: 400 + 500 + 600 millionths
    assert cost(answered().usage, PRICE) == pytest.approx(0.0015)
    assert cost(Usage(), PRICE) == 0
    assert tiles(dashboard_tiles([answered()], price=PRICE).data)["cost, in the price's currency"] == "0.0015"


@pytest.mark.parametrize("wrong", [-1, inf, nan])
@pytest.mark.parametrize("field", Price._fields)
def test_a_price_that_is_not_0_or_more_is_an_error(field, wrong):
    with pytest.raises(ValueError, match="a million tokens evaluated, reused, generated; got"):
        dashboard_tiles([answered()], price=PRICE._replace(**{field: wrong}))


def test_bad_files_are_listed_folded_and_counted():
    html = dashboard_tiles([], ["a.json: <no> JSON", "b.json: schema 9"]).data
    assert "<details><summary>files that could not be read: 2</summary>" in html
    assert "<li>a.json: &lt;no&gt; JSON</li><li>b.json: schema 9</li>" in html
    assert "<details" not in dashboard_tiles([answered()]).data


# Figures


def rows(figure):
    """The names of a figure's rows, each with its numbers."""
    found = re.findall(r"<th scope='row'>(.*?)</th>((?:<td class='rk-number'>.*?</td>)+)", figure.data)
    return {name: re.findall(r">([^<]+)</td>", numbers) for name, numbers in found}


def test_latency_is_a_strip_a_node_with_its_median_without_what_came_from_disk():
    figure = dashboard_figures([answered(), refused(), cached()])["latency"]
    assert rows(figure)["context_critic (n=4)"] == ["5.00 s"]
    assert rows(figure)["generate (n=1, without 1 from disk)"] == ["4.00 s"]
    strip = figure.data.partition("context_critic (n=4)")[2].partition("</tr>")[0]
    assert re.findall(r"<i style='left: (.*?)%'", strip) == ["25.0", "50.0", "75.0", "100.0"]  # of 8 seconds
    assert "<b style='left: 62.5%'>" in strip and "seconds of a step: 0 to 8.0" in figure.data


def test_nodes_that_take_no_time_share_a_line_and_systems_have_groups_of_their_own():
    quick = replace(answered(), system="naive", steps=(step("plan", 0.001), step("hop", 0.0), step("generate", 4.0)))
    figure = dashboard_figures([quick, replace(cached(), system="crag")])["latency"]
    assert list(rows(figure)) == ["generate (n=1)"] and "under 0.05 s each: plan (n=1), hop (n=1)" in figure.data
    assert "not timed: generate (n=0, without 1 from disk)" in figure.data
    assert figure.data.index("naive (n=1)") < figure.data.index("crag (n=1)")


def test_rules_that_fired_are_counted_most_often_first_and_told_apart_by_their_node():
    counted = rows(dashboard_figures([answered(), refused()])["rules"])
    assert counted == {
        "insufficient → plan (context_critic)": ["3"], "exhausted → search_web (context_critic)": ["1"],
        "exhausted → search_web (answer_critic)": ["1"],
    }  # fmt: skip
    assert next(iter(counted)) == "insufficient → plan (context_critic)"


def test_tokens_are_stacked_for_nodes_that_asked_a_model():
    figure = dashboard_figures([answered()])["tokens"]
    assert rows(figure) == {"context_critic": ["100", "500", "30"], "generate": ["100", "500", "30"]}
    assert figure.data.count("<span class='rk-1' style='width: 79.37%'>") == 2  # 500 of 630


def test_with_a_price_each_node_has_its_cost():
    figure = dashboard_figures([answered()], PRICE)["tokens"]
    # 100 tokens at 2.0, 500 at 0.5 and 30 at 10.0 a million: 0.0002 + 0.00025 + 0.0003.
    assert rows(figure)["generate"] == ["100", "500", "30", "0.0008"]


def test_runs_without_steps_rules_or_calls_are_pictures_that_say_so():
    figures = dashboard_figures([Trace("?", (), "", (), 0.0, failed="no server")])
    assert titles(figures.values())[1:] == ["no row of a policy fired", "no model was asked"]


# One bad run


BAD = "half \ud83d"


def test_texts_that_utf_8_cannot_write_are_shown_with_a_question_mark():
    bad = replace(answered(), system=BAD, steps=(step(BAD, 1.0, USED, Rule(BAD, BAD, BAD)),))
    board = Dashboard([bad, answered()], [BAD])
    assert tiles(board.tiles.value)["runs"] == "2"
    assert len(pictures(board)) == 3
    assert [label for label, _ in board.system.options] == ["any", "half ?"]
    dashboard_page([bad, answered()], [BAD]).encode()


@pytest.mark.parametrize("loop", [10**400, -1, True, "2", None])
def test_a_count_of_retries_that_cannot_be_is_none(loop):
    bad = replace(answered(), steps=(step("plan", loop=loop),))
    assert tiles(Dashboard([bad, answered()]).tiles.value)["retries per run"] in ("0.50 (n=2)", "1.00 (n=2)")


# The widget


def titles(figures):
    return [re.search("<caption>(.*?)</caption>", figure.data)[1] for figure in figures]


def pictures(board):
    return re.findall("<caption>(.*?)</caption>", board.pictures.value)


def test_the_filters_choose_by_node_outcome_and_text_and_redraw():
    board = Dashboard([answered(), refused(), failed(), cached()])
    assert len(board.shown) == 4
    assert len(pictures(board)) == 3 and board.list.value.count("<details>") == 4
    board.node.value = "generate"
    assert board.shown == [answered(), cached()]
    assert tiles(board.tiles.value)["runs"] == "2"
    assert pictures(board)[2] == "tokens by system and node, all 2 runs"
    board.text.value = "AT NIGHT"
    assert board.shown == [cached()]
    board.node.value, board.text.value, board.outcome.value = "", "", "failed"
    assert board.shown == [failed()]
    assert pictures(board)[2] == "no model was asked"


def test_a_filter_by_system_has_the_registrys_names_in_its_order_and_others_behind_them():
    names = ("mine", "adaptive", "naive", "adaptive", "")
    traces = [replace(answered(), system=name) for name in names]
    board = Dashboard(traces)
    assert [label for label, _ in board.system.options] == ["any", "naive", "adaptive", "mine"]
    board.system.value = "adaptive"
    assert board.shown == [traces[1], traces[3]]


def test_filters_that_no_run_passes_leave_a_sentence():
    board = Dashboard([answered()], ["a.json: no JSON"], PRICE)
    board.outcome.value = "abstained"
    assert "No runs." in board.tiles.value
    assert "a.json" in board.tiles.value
    assert pictures(board) == []


def test_it_reads_runs_that_were_saved(kit, tmp_path):
    save(run(adaptive(), "Which animals hunt mice?", kit(model())), tmp_path / "runs" / "one.json")
    (tmp_path / "runs" / "two.json").write_text("{")
    board = Dashboard(*load_all(tmp_path / "runs"), PRICE)
    assert tiles(board.tiles.value)["answered"] == "100 % (1 of 1)"
    assert "two.json" in board.tiles.value
    assert "generate" in dict(board.node.options)
    assert len(pictures(board)) == 3
