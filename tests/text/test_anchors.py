"""Numbers, names and formulas: which are found, which spellings are equal, and what is missing."""

import pytest

from ragkit.text.anchors import anchors, missing


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # numbers
        ("It has 117,400 or 117 400 or 117400 edges.", {"117400"}),
        ("It costs 1.50 or 1.5 or 01.5.", {"1.5"}),
        ("The limit is 1,000,003.", {"1000003"}),
        ("It is 5 %, or 5%, or 5 percent of 5.", {"5%", "5"}),
        ("The 3rd of three, the third.", {"3"}),
        ("The first one took a second.", set()),  # they seldom count
        ("The distance is -1, not n-1 or V - 2.", {"-1", "1", "2"}),
        ("It took 148ms, 10GB and 20 bytes.", {"148", "10", "20"}),
        ("In the 1990s, 1998-2001.", {"1990", "1998", "2001"}),
        ("The answer is 11/9.", {"11", "9"}),
        ("It was in 1962. 3 years later", {"1962", "3"}),
        # names
        ("Graphs have edges. Trees do too.", set()),
        ("It is by Kahn. Kahn published it.", {"kahn"}),
        ("Richard Korf published it.", {"richard", "korf"}),
        ("Kahn's queue is a list.", {"kahn"}),
        ("It's a queue. That's all. Let's go.", set()),
        ("Unlike Dijkstra's rule, each V of E counts.", {"dijkstra"}),
        ("found by E. W. Dijkstra, cf. Prim", {"dijkstra", "prim"}),
        ("Boyer-Moore-Horspool and NP-complete", {"boyer", "moore", "horspool", "np"}),
        ("- Message WF-052, 2-SAT, xxHash and log2", {"wf052", "2sat", "xxhash", "log2"}),
        ("A* and IDA* in C++ on CPython", {"a*", "ida*", "c++", "cpython"}),
        ("Two DAGs, one DAG", {"2", "dag"}),
        ("by Borůvka or Boruvka", {"boruvka"}),
        ("on 1 March 2022", {"1", "march", "2022"}),
        # formulas
        ("It takes O(|V| + |E|) or $O(V+E)$ or `O( V + E )`.", {"O(V+E)"}),
        ("O(V^2 sqrt(E)), O(V² √E), $O(V^{2}\\sqrt{E})$, O(V**2 * sqrt E)", {"O(V^2sqrt(E))"}),
        ("O((V + E) log V) and exp(O(sqrt(n log n)))", {"O((V+E)logV)", "exp(O(sqrt(nlogn)))"}),
        ("O(V log_2(E)) and O(V·log2 E)", {"O(Vlog2E)"}),
        ("the edge(s) of vertex(es)", set()),
        ("", set()),
    ],
)
def test_what_is_an_anchor(text, found):
    assert anchors(text) == found


GUIDE = """Wayfinder is a library for graphs. The guide (2,400 words) speaks of 117,400 vertices in Dijkstra's notes.
| n | ms |
| 12 | 38.5 |
Breadth-first search takes $O(|V| + |E|)$ time; version 2.0 needs three passes and 33 120 bytes.
It reports an error -1 or wf-052."""


@pytest.mark.parametrize(
    ("claim", "gone"),
    [
        ("The notes have 117 400 vertices.", []),
        ("The notes have 117,401 vertices.", ["117,401"]),
        ("It takes 3 passes.", []),
        ("It takes four passes.", ["four"]),
        ("For n = 12 it takes 38.50 ms.", []),
        ("It has 33 or 120 or 33,120 bytes.", []),  # columns of a table, or one number: both are offered
        ("The guide is by Dijkstra and Prim.", ["Prim"]),
        ("BFS takes O(V+E) time.", []),
        ("DFS takes O(V + E log V) time.", ["DFS", "O(V + E log V)"]),
        ("It reports -1 in WF-052.", []),
        ("It reports -3 in WF-053.", ["-3", "WF-053"]),
        ("Wayfinder has the MIT licence.", ["MIT"]),
        ("Libraries use graphs.", []),
        ("All Libraries, the Graph and the Notes say so.", []),  # another form of a word that is there
        ("", []),
    ],
)
def test_what_is_missing_from_the_evidence(claim, gone):
    assert missing(claim, GUIDE) == gone


def test_what_the_question_says_is_no_new_fact():
    claim = "Version 3.1 of Beacon was published in 1999."
    assert missing(claim, GUIDE) == ["3.1", "Beacon", "1999"]
    assert missing(claim, GUIDE, "When was version 3.1 of Beacon published?") == ["1999"]
    assert missing(claim, "", claim) == []


@pytest.mark.parametrize("text", ["f(" * 2000, "a(b(c" * 500, "1 " * 2000, "A-" * 2000, "1," * 2000, "(" * 2000])
def test_hostile_text_is_read_in_no_time(text):
    missing(f"Kahn {text[:200]}", text)


@pytest.mark.parametrize(
    ("claim", "gone"),
    [("It takes 2^40 steps.", []), ("It takes 2^41 steps.", ["2^41"]), ("It takes 3^40 steps.", ["3^40"]),
     ("It takes 2^n steps.", [])],
)  # fmt: skip
def test_a_power_with_a_number_for_its_letter_is_there_when_power_and_number_are(claim, gone):
    assert missing(claim, "| n | 2^n steps |\n|---|---|\n| 40 | 18.3 min |") == gone
