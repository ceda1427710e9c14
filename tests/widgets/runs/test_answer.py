"""Under an answer stand the sentences that it rests on."""

import re

from fakes import CAT, OWL

from ragkit.trace import Trace
from ragkit.widgets.runs.answer import answer_card


def said(html):
    return re.findall(r"\[(\d)\] says: <q>(.*?)</q>", html)


def test_the_card_shows_the_sentence_of_each_cited_passage():
    trace = Trace("When?", (), "Owls hunt at night. [2] Cats hunt by day. [1]", (CAT, OWL), 1.0)
    assert said(answer_card(trace).data) == [("1", CAT.text), ("2", OWL.text)]


def test_without_a_citation_there_is_none():
    assert said(answer_card(Trace("When?", (), "Owls hunt.", (OWL,), 1.0)).data) == []


def test_a_citation_opens_its_passage_with_the_sentence_marked():
    html = answer_card(Trace("When?", (), "Owls hunt at night. [2] [3]", (CAT, OWL), 1.0)).data
    mark = "<mark>Most owls hunt mice at night</mark>."
    opened = f"[2]</summary><div><b class='rk-place'>owls.md, Owls</b><div class='rk-text'>{mark}</div></div></details>"
    assert f"Owls hunt at night. <details class='rk-cite'>{opened_by('owls.md, Owls')}>{opened} [3]</div>" in html
    assert html.count(mark) == 2  # and in the list of the passages


def opened_by(place):
    return f"<summary title='{place}' aria-label='source 2, {place}'"


def test_a_place_leads_to_its_file_where_the_folder_is_known(tmp_path):
    (tmp_path / "owls.md").write_text("Owls.")
    trace = Trace("When?", (), "Owls hunt at night. [2]", (CAT, OWL), 1.0)
    target = f"{tmp_path.as_uri()}/owls.md#:~:text=Most%20owls%20hunt%20mice%20at%20night."
    html = answer_card(trace, tmp_path).data
    assert html.count(f"<a href='{target}' target='_blank' rel='noopener noreferrer'>owls.md, Owls</a>") == 2
    assert html.count("<a ") == 2 and "<a " not in answer_card(trace).data
