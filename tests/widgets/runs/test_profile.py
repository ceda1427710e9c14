"""The table of a folder's profile."""

from dataclasses import replace

from ragkit.documents.about import About
from ragkit.documents.corpus import Corpus
from ragkit.state import Passage
from ragkit.widgets import profile_table


def test_each_document_has_a_row_and_every_text_is_escaped(kit, tmp_path):
    known = {"<b>.md": About(type="manual", why='its title says "<i>"', density=0.25)}
    passages = (Passage("a", "Owls, owls.", "<b>.md"), Passage("b", "Cats.", "c.md"))
    html = profile_table(replace(kit(), corpus=Corpus(tmp_path, passages, {}, {}, known))).data
    row = "<td>&lt;b&gt;.md</td><td>manual</td><td class='rk-why'>its title says &quot;&lt;i&gt;&quot;</td>"
    assert f"{row}<td class='rk-number'>0.25</td><td>owls</td>" in html
    assert "<td>c.md</td><td>not decided</td><td class='rk-why'></td><td class='rk-number'></td><td></td>" in html
    assert "2 documents: 1 manual, 1 not decided; technical density 0.25; tags owls" in html
