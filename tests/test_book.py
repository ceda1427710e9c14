"""The book: its contents name every page once, and its pages need neither a kernel nor a network."""

import nbformat
import pytest
import yaml
from browsers import Watched
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from test_environment import pins

from docs.book.check import faults
from docs.book.contents import PARTS, ROOT, contents, files
from docs.book.gather import HERE, NOT_RUN, PLOTLY, offline, with_files, with_outputs
from ragkit.course.export import PLOTLY as FIGURE
from ragkit.course.lessons import lessons

BUILT = ROOT / "build/book/_build/html"
NEEDS_BOOK = pytest.mark.skipif(not (BUILT / "index.html").exists(), reason="no book here: `make book`")


def relative(pages, root=ROOT):
    return [page.relative_to(root).as_posix() for page in pages]


def pages_of(part, toc):
    (chosen,) = [one for one in toc["parts"] if one["caption"] == part]
    return [chapter["file"] for chapter in chosen["chapters"]]


def test_the_contents_name_every_notebook_page_of_docs_and_exercise_once():
    named = relative(files(contents()))
    there = [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("notebooks/*.ipynb"),
        *ROOT.glob("exercises/*.ipynb"),
        *ROOT.glob("exercises/capstones/*.ipynb"),
        *ROOT.glob("corpora/*/README.md"),
    ]
    assert sorted(set(named)) == sorted(named)
    assert set(relative(there)) - set(named) == set() and len(there) > 80


def test_the_notebooks_are_in_the_order_of_the_course_each_with_its_exercises_below():
    course = [page for page in relative(files(contents())) if page.startswith(("notebooks", "exercises"))]
    assert course[:3] == ["notebooks/00_tour.ipynb", "notebooks/01_naive_rag.ipynb", "exercises/ex01_naive_rag.ipynb"]
    assert [page for page in course if "notebooks" in page] == [f"notebooks/{one.stem}.ipynb" for one in lessons()]
    assert [part["caption"] for part in contents()["parts"]][: len(PARTS)] == list(PARTS.values())


def test_the_pages_of_docs_are_in_the_order_of_the_readmes_table():
    assert pages_of("Docs", contents())[:3] == ["docs/layout", "docs/exercises", "docs/capstones"]
    assert pages_of("Workshops", contents())[:3] == [
        "docs/workshops/README",
        "docs/workshops/90-minutes",
        "docs/workshops/half-day",
    ]


def test_a_new_notebook_exercise_or_page_is_in_the_contents_by_itself(tmp_path):
    for name in ("docs/workshops/README.md", "docs/owls.md", "README.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("# Owls\n")
    for name in ("notebooks/00_owls.ipynb", "notebooks/31_mice.ipynb", "exercises/ex31_mice.ipynb"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        nbformat.write(new_notebook(), tmp_path / name)
    toc = contents(tmp_path)
    assert relative(files(toc, tmp_path), tmp_path) == [
        "README.md",
        "notebooks/00_owls.ipynb",
        "notebooks/31_mice.ipynb",
        "exercises/ex31_mice.ipynb",
        "docs/owls.md",
        "docs/workshops/README.md",
    ]


@pytest.fixture
def ran(tmp_path):
    """A file with the run of a notebook of one code cell: what it ran, and what came out."""

    def written(source, *outputs, count=1):
        cell = new_code_cell(source, outputs=list(outputs), execution_count=count)
        nbformat.write(new_notebook(cells=[new_markdown_cell("# Old words"), cell]), tmp_path / "ran.ipynb")
        return tmp_path / "ran.ipynb"

    return written


def source(code="ask()"):
    return new_notebook(cells=[new_markdown_cell("# New words"), new_code_cell(code)])


def printed(text):
    return new_output("stream", text=text)


def shown(kind, content):
    return new_output("display_data", data={kind: content, "text/plain": "plain"})


def test_a_page_has_the_words_of_the_notebook_and_the_outputs_of_its_run(ran):
    page = with_outputs(source(), ran("ask()", printed("an answer")))
    assert [cell.source for cell in page.cells] == ["# New words", "ask()"]
    assert page.cells[1].outputs[0].text == "an answer"


def test_a_run_of_other_code_is_not_shown(ran):
    assert with_outputs(source("ask(2)"), ran("ask(1)", printed("an answer"))) is None


def test_a_run_that_broke_off_is_not_shown(ran):
    assert with_outputs(source(), ran("ask()", count=None)) is None


def test_a_notebook_that_was_never_run_has_no_outputs(tmp_path):
    assert with_outputs(source(), tmp_path / "none.ipynb") is None
    assert 'make notebooks ONLY="07"' in NOT_RUN.format(number="07")


def test_a_chart_takes_plotly_from_the_book_once_a_page(ran):
    figure = shown(FIGURE, {"data": [{"type": "bar", "y": [1]}], "layout": {}})
    page = offline(with_outputs(source(), ran("ask()", figure, figure)))
    first, second = [output.data["text/html"] for output in page.cells[1].outputs]
    assert first.startswith(PLOTLY) and PLOTLY not in second
    assert "Plotly.newPlot" in first and "http" not in first.replace("http://www.w3.org", "")


def test_a_citation_leads_to_the_document_in_the_book(ran):
    link = "<a href='file:///home/ada/kit/corpora/owls/docs/owls.md#page=2'>owls</a>"
    page = offline(with_outputs(source(), ran("ask()", shown("text/html", link))))
    assert page.cells[1].outputs[0].data["text/html"] == "<a href='../corpora/owls/docs/owls.md#page=2'>owls</a>"


def test_a_link_to_a_folder_becomes_text_and_a_file_is_taken_along(tmp_path):
    text = with_files(
        "[all](../exercises), [one](screenshots.py), [web](https://example.org)", ROOT / "docs/x.md", tmp_path
    )
    assert text == "all, [one](screenshots.py), [web](https://example.org)"
    assert relative(tmp_path.rglob("*.py"), tmp_path) == ["docs/screenshots.py"]


GOOD = "<html><a href='b.html#here'>b</a><a href='https://example.org'>web</a><img src='c.png'></html>"


@pytest.fixture
def book(tmp_path):
    """A book of two pages, a picture and a style sheet, with nothing wrong."""
    (tmp_path / "a.html").write_text(GOOD)
    (tmp_path / "b.html").write_text("<html><p id='here'>Here</p></html>")
    (tmp_path / "c.png").touch()
    (tmp_path / "d.css").write_text("p { background: url(c.png) }")
    return tmp_path


def test_a_book_that_fetches_nothing_and_links_to_what_is_there_has_no_faults(book):
    assert faults(book) == []


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("<script src='https://example.org/a.js'></script>", "fetches https://example.org/a.js"),
        ("<link rel='stylesheet' href='//example.org/a.css'>", "fetches //example.org/a.css"),
        ("<img src='d.png'>", "lacks d.png"),
        ("<a href='c.html'>c</a>", "links to c.html, which is not there"),
        ("<a href='b.html#there'>b</a>", "links to b.html#there, which is not there"),
        ("<a href='file:///home/ada/owls.md'>owls</a>", "links to file:///home/ada/owls.md, which is not there"),
    ],
)
def test_what_is_fetched_or_broken_is_named(book, page, fault):
    (book / "a.html").write_text(f"<html><body>{page}</body></html>")
    assert faults(book) == [f"a.html {fault}"]


def test_a_style_sheet_that_fetches_a_font_is_named(book):
    (book / "d.css").write_text("@font-face { src: url('https://example.org/f.woff') }")
    assert faults(book) == ["d.css fetches https://example.org/f.woff"]


def test_the_documents_of_a_corpus_are_no_pages(book):
    (book / "corpora/owls/docs").mkdir(parents=True)
    (book / "corpora/owls/docs/owls.html").write_text("<html><a href='/shop'>shop</a></html>")
    assert faults(book) == []


def test_jupyter_book_runs_no_notebook_and_is_pinned_with_all_that_it_needs():
    config = yaml.safe_load((HERE / "_config.yml").read_text())
    assert config["execute"]["execute_notebooks"] == "off" and config["only_build_toc_files"]
    lines = (HERE / "requirements.txt").read_text().splitlines()
    packages = [line for line in lines if not line.startswith("#")]
    assert len(pins(packages)) == len(packages) and pins(packages)["jupyter-book"].startswith("1.")


@pytest.mark.slow
@NEEDS_BOOK
def test_the_built_book_has_no_faults():
    assert faults(BUILT) == []


@pytest.mark.browser
@NEEDS_BOOK
def test_the_search_finds_a_notebook_from_the_file_system_without_a_network(browser):
    watched = Watched(browser)
    page = watched.page
    page.goto((BUILT / "search.html").as_uri() + "?q=corrective")
    page.locator("#search-results a[href*='05_crag.html']").first.wait_for()
    assert watched.beyond == []
    watched.context.close()
