"""An executed notebook as one page: offline, with its figures, and with hostile output shown and not run."""

from html.parser import HTMLParser

import nbformat
import plotly.graph_objects as go
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from ragkit.course.export import PLOTLY, static, to_html
from ragkit.course.frame import write_index
from ragkit.course.notebooks import printed
from ragkit.model.banner import MARK, banner

HOSTILE = "<script>alert('owned')</script><img src=x onerror=alert(1)>"
WIDGET = "application/vnd.jupyter.widget-view+json"


class Page(HTMLParser):
    """What a browser would load and run: every tag with its attributes, and the text of each script."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.scripts = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_data(self, data):
        if self.tags and self.tags[-1][0] == "script":
            self.scripts.append(data)


def shown(kind, content):
    return new_output("display_data", data={kind: content, "text/plain": "plain"})


def figure(title="Hits"):
    return go.Figure(go.Bar(x=["a", "b"], y=[1, 2]), layout={"title": {"text": title}}).to_plotly_json()


@pytest.fixture
def export(tmp_path):
    """The page of a notebook with these outputs, as text."""

    def exported(*outputs, **metadata):
        notebook = new_notebook(cells=[new_markdown_cell("# Notes"), new_code_cell("1", outputs=list(outputs))])
        notebook.metadata |= metadata
        nbformat.write(notebook, tmp_path / "a.ipynb")
        return to_html(tmp_path / "a.ipynb", tmp_path / "pages" / "a.html").read_text(encoding="utf-8")

    return exported


def test_nothing_is_fetched(export):
    page = Page(export(shown(PLOTLY, figure()), shown("text/html", "<b>bold</b>")))
    asked = [
        attributes.get("src") or attributes.get("href") for tag, attributes in page.tags if tag in ("script", "link")
    ]
    assert [address for address in asked if address and "//" in address[:8]] == []
    assert not any("cdnjs" in script for script in page.scripts if len(script) < 100_000)


def test_plotly_is_inside_once_for_many_figures_and_each_is_drawn(export):
    text = export(shown(PLOTLY, figure("First")), shown(PLOTLY, figure("Second")))
    scripts = Page(text).scripts
    assert sum(len(script) > 1_000_000 for script in scripts) == 1
    assert sum("Plotly.newPlot" in script for script in scripts if len(script) < 1_000_000) == 2
    assert "First" in text and "Second" in text


def test_a_page_without_figures_does_not_carry_plotly(export):
    assert len(export(new_output("stream", text="js-plotly-plot"))) < 1_000_000


def test_a_figure_that_names_a_web_address_is_still_drawn(export):
    scripts = Page(export(shown(PLOTLY, figure("see https://example.org")))).scripts
    assert any("Plotly.newPlot" in script and "example.org" in script for script in scripts)


def test_a_figure_cannot_close_its_script(export):
    page = Page(export(shown(PLOTLY, figure("</script><script>alert('owned')</script>"))))
    assert "alert('owned')" not in page.scripts


@pytest.mark.parametrize(
    "output",
    [
        new_output("stream", text=HOSTILE),
        new_output("display_data", data={"text/plain": HOSTILE}),
        new_output("display_data", data={"text/markdown": HOSTILE, "text/plain": "plain"}),
        new_output("display_data", data={"text/markdown": f"**a** {HOSTILE}\n\n- {HOSTILE}", "text/plain": "plain"}),
        new_output("execute_result", data={"text/latex": HOSTILE}),
        new_output("error", ename=HOSTILE, evalue=HOSTILE, traceback=[HOSTILE]),
    ],
    ids=["stream", "plain", "markdown", "markdown within", "latex", "error"],
)
def test_hostile_output_is_shown_and_not_run(export, output):
    text = export(output)
    page = Page(text)
    assert not any("owned" in script for script in page.scripts)
    assert not any("onerror" in attributes for _, attributes in page.tags)
    assert "&lt;script&gt;" in text


def test_a_link_in_markdown_output_runs_nothing(export):
    page = Page(export(shown("text/markdown", "[click](javascript:alert(1)) [good](https://example.org)")))
    links = [attributes.get("href", "") for tag, attributes in page.tags if tag == "a"]
    assert "https://example.org" in links and not any(link.startswith("javascript") for link in links)


def test_markdown_output_is_rendered(export):
    text = export(shown("text/markdown", "**bold** `a < b`\n\n| a | b |\n|---|---|\n| 1 | 2 |"))
    assert "<strong>bold</strong>" in text and "<code>a &lt; b</code>" in text and "<td>1</td>" in text


def test_a_live_widget_leaves_its_static_picture(export):
    widget = new_output(
        "display_data", data={WIDGET: {"model_id": "m"}, "text/html": "<b>picture</b>", "text/plain": "IntSlider()"}
    )
    state = {"application/vnd.jupyter.widget-state+json": {"state": {"m": {}}}}
    text = export(widget, widgets=state)
    assert "<b>picture</b>" in text and "widget-state" not in text and "model_id" not in text


def test_the_notebook_itself_is_left_as_it_was():
    notebook = new_notebook(cells=[new_code_cell("1", outputs=[shown(PLOTLY, figure())])])
    before = nbformat.writes(notebook)
    plain = static(notebook).cells[0].outputs[0].data
    assert nbformat.writes(notebook) == before
    assert PLOTLY not in plain and "Plotly.newPlot" in plain["text/html"]


def test_printed_is_what_the_tagged_cells_printed():
    out, err = new_output("stream", text="answer\n"), new_output("stream", name="stderr", text="warning\n")
    tagged = new_code_cell("1", outputs=[out, err], metadata={"tags": ["summary"]})
    notebook = new_notebook(cells=[new_markdown_cell("words"), new_code_cell("2", outputs=[out]), tagged])
    assert printed(notebook, "summary") == "answer\n"


def saved(**models):
    """The state of saved widgets, as papermill leaves it in a notebook's metadata."""
    state = {name: {"state": fields} for name, fields in models.items()}
    return {"widgets": {"application/vnd.jupyter.widget-state+json": {"state": state, "version_major": 2}}}


def box(*children):
    return {"_model_name": "VBoxModel", "children": [f"IPY_MODEL_{child}" for child in children]}


def output(*outputs):
    return {"_model_name": "OutputModel", "outputs": list(outputs)}


def html(value):
    return {"_model_name": "HTMLModel", "value": value}


def test_the_pictures_that_a_widget_of_the_kit_held_are_on_the_page_in_their_order(export):
    page = export(
        shown(WIDGET, {"model_id": "all"}),
        **saved(
            all=box("bar", "inner", "last"),
            bar=html("HALFWAY"),
            inner=box("map"),
            map=html("<p class='rk-a'>MAP</p>"),
            last=html("<p class='rk-b'>CARD</p>"),
        ),
    )
    assert page.index(">MAP<") < page.index(">CARD<") and "HALFWAY" not in page


def test_a_figure_that_a_widget_of_the_kit_held_is_on_the_page_with_its_script(export):
    drawn = {"output_type": "display_data", "data": {PLOTLY: figure("Worth-at-a-price")}, "metadata": {}}
    page = export(
        shown(WIDGET, {"model_id": "all"}),
        **saved(all=box("line", "out"), line=html("<p class='rk-a'>LINE</p>"), out=output(drawn)),
    )
    assert page.index("LINE") < page.index("Worth-at-a-price") and "plotly-graph-div" in page
    assert sum("plotly.js" in script for script in Page(page).scripts) == 1


def test_other_outputs_that_a_widget_held_leave_nothing(export):
    printed_text = {"output_type": "stream", "name": "stdout", "text": "PRINTED"}
    page = export(shown(WIDGET, {"model_id": "out"}), **saved(out=output(printed_text)))
    assert "PRINTED" not in page


def test_a_progress_bar_and_a_widget_without_state_leave_nothing(export):
    page = export(shown(WIDGET, {"model_id": "bar"}), shown(WIDGET, {"model_id": "gone"}), **saved(bar=html("HALFWAY")))
    assert "HALFWAY" not in page and "plain" not in page


def test_boxes_that_hold_each_other_end(export):
    page = export(
        shown(WIDGET, {"model_id": "a"}), **saved(a=box("b"), b=box("a", "c"), c=html("<p class='rk'>CCC</p>"))
    )
    assert page.count(">CCC<") == 1


def recorded_line(text):
    return new_output("display_data", data={"text/plain": text, "text/html": banner(text)}, metadata=MARK)


def test_a_page_with_recorded_replies_says_so_once_above_everything_else(export):
    text = export(shown("text/html", "<b>bold</b>"), *[recorded_line("Replies recorded with owl.")] * 2)
    body = text[text.index("<body") :]
    first = body.index("Replies recorded with owl.")
    assert body.index("</header>") < first < body.index("<main")
    assert body.count("Replies recorded with owl.") == 3  # at the top, and where the kits were opened


def test_what_a_recording_says_of_itself_runs_nothing_on_a_page(export):
    page = Page(export(recorded_line(HOSTILE)))
    assert not any("owned" in script for script in page.scripts)
    assert not any("onerror" in attributes for _, attributes in page.tags)


def test_other_pages_say_nothing_of_recordings(export):
    assert "rk-recorded" not in export(shown("text/html", "<b>bold</b>"))


def test_a_page_begins_with_its_title_date_sections_and_a_way_home(tmp_path):
    cells = [new_markdown_cell(text) for text in ("# 00 · *A* tour", "## Why `a < b`?\n\nSo.", "## Then, 'so'\n")]
    notebook = new_notebook(cells=cells, metadata={"papermill": {"end_time": "2026-11-28T15:13:00"}})
    nbformat.write(notebook, tmp_path / "00.ipynb")
    text = to_html(tmp_path / "00.ipynb", tmp_path / "00.html").read_text(encoding="utf-8")
    page = Page(text)
    links = [attributes["href"] for tag, attributes in page.tags if tag == "a" and "class" not in attributes]
    ids = {attributes.get("id") for _, attributes in page.tags}
    assert len(links) == 3 and {link[1:] for link in links[:2]} <= ids and links[2] == "index.html"
    bar = text.partition("<header")[2].partition("</header>")[0]
    assert "00 · A tour" in bar and "run on 2026-11-28" in bar and "<title>00 · A tour</title>" in text
    assert write_index(tmp_path).read_text(encoding="utf-8").count("<li>") == 1


def test_a_page_is_dark_for_a_reader_whose_browser_is(export):
    text = export(shown(PLOTLY, figure()))
    assert "@media (prefers-color-scheme: dark)" in text and "--jp-layout-color0: #111;" in text
    assert '"paper_bgcolor":"rgba(0, 0, 0, 0)"' in text  # a figure of somebody else's would be a white slab


def test_code_that_a_cell_shows_is_in_the_font_of_code(export):
    page = export(shown("text/markdown", "```python\ndef owls(): ...\n```"))
    assert '<div class="highlight"><pre>' in page and page.count(".jp-RenderedHTMLCommon .highlight pre {") == 1
