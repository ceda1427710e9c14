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
