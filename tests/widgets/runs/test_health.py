"""The table of a folder's health."""

from ragkit.documents.about import About
from ragkit.documents.corpus import Corpus
from ragkit.state import Passage
from ragkit.widgets import health_table


def test_each_file_has_a_row_and_every_name_is_escaped(tmp_path):
    known = {"<b>.pdf": About("German", pages=9, blank=2, tables=3)}
    corpus = Corpus(tmp_path, (Passage("a", "Eulen.", "<b>.pdf"),), {"c.doc": "is <old>"}, {"<b>.pdf": ("cut",)}, known)
    html = health_table(corpus).data
    assert "<td>&lt;b&gt;.pdf</td><td class='rk-number'>1</td><td>German</td><td class='rk-number'>9</td>" in html
    assert (
        "<td>cut</td>" in html
        and "2 pages without text" in html
        and "left out: is &lt;old&gt;" in html
        and "<old>" not in html
    )
    assert "most documents are not in English (German)" in html
