"""The agents beside plain retrieval with as many tokens, and by hops."""

from dataclasses import replace

from samples import rows_of

from benchmarks.teams_tables import equal_tokens_table, hops_table, paper_table

TOKENS = {"hybrid": 1_000, "hybrid, 20 passages": 3_000, "team": 2_500, "extract": 0}
ROWS = [
    replace(one, evaluated=TOKENS[one.system] - 10 if TOKENS[one.system] else 0, generated=10)
    for one in rows_of(**{"hybrid": "+---", "hybrid, 20 passages": "++--", "team": "+++-", "extract": "----"})
]


def cells_of(table):
    _, _, *lines = table.splitlines()
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]


def test_an_agent_is_compared_with_the_plain_system_that_has_as_many_tokens():
    (only,) = cells_of(equal_tokens_table(ROWS))
    # 3 of 4 less 2 of 4
    assert only[:4] == ["team", "2,500", "hybrid, 20 passages", "3,000"] and only[4].startswith("+0.25 [")


def test_without_results_both_tables_say_so():
    assert equal_tokens_table([]) == hops_table([]) == "Not run yet.\n"


def test_by_hops_a_question_without_any_is_left_out():
    first, second, third, _ = dict.fromkeys(one.question for one in ROWS)
    ids = {first: "2hop__1_2", second: "2hop__3_4", third: "3hop1__5_6_7"}
    table = cells_of(hops_table([replace(one, question=ids.get(one.question, one.question)) for one in ROWS]))
    # of the first two questions hybrid has one right, team both
    assert [row[0] for row in table] == ["2 hops", "3 hops"]
    assert table[0][1].startswith("0.50 [") and table[0][3].startswith("1.00 [")


def test_the_papers_figures_stand_beside_ours_where_we_have_them():
    rows = [*ROWS, *(replace(one, system="single") for one in ROWS if one.system == "team")]
    multi_hop, hotpotqa, wiki = cells_of(paper_table({"teams_hotpotqa": rows}))
    assert hotpotqa[:4] == ["HotpotQA", "0.720", "0.945", "0.812"]
    # hybrid has one of four right, single three
    assert hotpotqa[4].startswith("0.25 [") and hotpotqa[5].startswith("0.75 [")
    assert multi_hop == ["complex multi-hop", "0.340", "0.780", "", "", ""] and wiki[4:] == ["", ""]
