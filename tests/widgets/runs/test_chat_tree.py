"""The static form of a chat shows every turn and branch, and escapes all of it."""

from dataclasses import replace
from html.parser import HTMLParser

from chats import chatting

from ragkit.model.meter import Usage
from ragkit.model.written import Begun, Piece
from ragkit.runs import Change, ChatTurn, Conversation, Thread
from ragkit.state import Grade, Passage
from ragkit.trace import Step, Trace
from ragkit.widgets import chat_tree
from ragkit.widgets.runs.chat_turn import turn_html
from ragkit.widgets.runs.passage import marked
from ragkit.widgets.runs.under_way import UnderWay, scores

OWL = Passage("owl-1", "Owls sleep by day. They hunt mice at night.", source="owls.md", section="Owls", page=3)
STEPS = (
    Step("retrieve", 0.5, Usage(), {"passages": [OWL], "rankings": {"fused": [OWL]}}),
    Step("generate", 1.5, Usage(1, 0, 100, 500, 30), {"answer": "x"}),
)
THREAD = Thread("x", "owls", "/owls", "f", "", "")


def trace_of(question, answer="They hunt mice at night. [1]", **more):
    return Trace(question, STEPS, answer, (OWL,), 2.0, **more)


def turn(id, parent, question, **more):
    return ChatTurn(id, "x", parent, question, state="finished", trace=trace_of(question), **more)


def tree(*turns, graph=None):
    return chat_tree(Conversation(THREAD, turns), graph).data


FIRST = turn("t1", "", "When do owls hunt?")
SECOND = turn("t2", "t1", "And mice?")
BRANCH = turn("t3", "t1", "And mice?", change=Change("t2", settings={"k": 1}))
LAST = turn("t4", "t3", "Why?")


class Balanced(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        if tag not in ("path", "line", "rect", "br", "input", "circle", "img", "polygon"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in self.open:
            assert self.open.pop() == tag


def test_every_turn_is_there_in_the_order_of_the_tree_and_branches_are_compared():
    html = tree(FIRST, SECOND, BRANCH, LAST, graph=chatting())
    places = [html.index(f"'>{number}. ") for number in (1, 2, 3, 4)]
    assert places == sorted(places)
    assert html.count("<details class='rk-branch' open>") == 2
    assert "(changed: k = 1)" in html
    assert "<th scope='col'>2. And mice?</th><th scope='col'>3. k = 1</th>" in html
    assert "Route: retrieve, generate." in html
    parser = Balanced()
    parser.feed(html)
    assert parser.open == []


def test_an_empty_chat_is_a_page_too():
    assert "<b>owls</b>, 0 turns" in tree()


def test_a_long_chat_is_not_too_deep():
    turns = [turn(f"t{number}", f"t{number - 1}" if number else "", "Why?") for number in range(1500)]
    bare = [replace(one, trace=None) for one in turns]
    assert tree(*bare).count("<article") == 1500


def test_a_turn_names_its_state_its_search_its_cost_and_its_notes():
    html = turn_html(replace(FIRST, trace=trace_of("When?", notes=("a note <b>",))), 7)
    assert "aria-label='Turn 7, answered'" in html
    assert "<li><b>searched for</b><span>When do owls hunt?</span></li>" in html
    assert "2 steps, 2.0 s, 1 model call, 100 tokens evaluated, 500 reused, 30 generated" in html
    assert "note: a note &lt;b&gt;" in html


def test_a_turn_without_an_answer_says_why():
    stopped = replace(FIRST, state="stopped", trace=trace_of("When?", "", failed="stopped by the user"))
    assert "<div class='rk-answer refused'>stopped by the user</div>" in turn_html(stopped, 1)
    assert "No step of it has finished." in turn_html(replace(FIRST, state="asked", trace=None), 1)
    damaged = turn_html(replace(FIRST, trouble="it was <changed>"), 1)
    assert "it was &lt;changed&gt;" in damaged and "They hunt" not in damaged


def test_a_citation_has_file_page_and_marked_sentence_and_one_of_nothing_stays_text():
    html = turn_html(replace(FIRST, trace=trace_of("When?", "They hunt mice at night. [1] [7]")), 1)
    assert "aria-label='source 1, owls.md, page 3, Owls'>[1]</summary>" in html
    assert "Owls sleep by day. <mark>They hunt mice at night</mark>." in html
    assert "[7]" in html


def test_what_is_no_sentence_of_a_passage_is_quoted_above_it():
    assert marked(OWL, "Owl: <i>") == f"<div class='rk-text'><q>Owl: &lt;i&gt;</q>\n\n{OWL.text}</div>"
    assert marked(OWL, "") == f"<div class='rk-text'>{OWL.text}</div>"


def test_a_turn_under_way_shows_its_nodes_with_their_scores_and_its_text():
    live = UnderWay()
    for event in (FIRST, Begun("retrieve"), STEPS[0], Begun("generate"), Piece("Owls <", True)):
        live.add(event)
    live.add(Piece(" hunt"))
    html = live.html()
    assert "<li>retrieve <small>0.5 s · 1 passage</small></li>" in html
    assert "<li aria-current='step'>generate <small>...</small></li>" in html
    assert "searched for" in html
    assert "Owls &lt; hunt" in html
    live.add(Piece("Cats", begins=True))
    assert "Owls &lt;" not in live.html()


def test_the_scores_of_a_node_are_its_numbers_and_those_of_its_nouns():
    grade = Grade(0.9, None, 0.72, 1.0, True)
    assert scores(Step("critic", 1, Usage(), {"grades": [grade]})) == (
        "relevance 0.90, answerability 0.72, confidence 1.00"
    )
    assert scores(Step("odd", 1, Usage(), {"answer": "x", "loop": 2, "risk": None, "fit": 0.5})) == "fit 0.50"


def test_a_place_leads_to_its_file_where_the_folder_is_known(tmp_path):
    (tmp_path / "owls.md").write_text("Owls.")
    answered = replace(FIRST, trace=trace_of("When?", "They hunt mice at night. [1]"))
    page = chat_tree(Conversation(THREAD, (answered,)), folder=tmp_path).data
    href = f"<a href='{tmp_path.as_uri()}/owls.md#:~:text=They%20hunt%20mice%20at%20night."
    assert page.count(href) == 2 and "<a " not in tree(answered)
