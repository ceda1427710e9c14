import os

import pytest

from ragkit.documents.document import Document, Limits, Unreadable
from ragkit.documents.reader import read


def refusal(path, **limits):
    with pytest.raises(Unreadable) as caught:
        read(path, limits=Limits(**limits))
    assert caught.value.path == path
    assert str(path) in str(caught.value)
    return caught.value.reason


@pytest.fixture
def file(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def test_markdown_is_taken_as_it_is_and_named_below_its_corpus(file, tmp_path):
    path = file("heaps.md", "intro\n\n# Heaps #\n\nA heap.")
    expected = Document("heaps.md", "Heaps", "intro\n\n# Heaps #\n\nA heap.")
    assert read(path, tmp_path) == read(path) == expected
    assert read(path, tmp_path.parent).source == f"{tmp_path.name}/heaps.md"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("no heading", "notes"),
        ("Heaps\n=====\ntext", "Heaps"),
        ("```\n# a comment\n```\n## Code", "Code"),
        ("#hashtag", "notes"),
    ],
)
def test_the_title_is_the_first_heading_else_the_files_name(file, text, title):
    assert read(file("notes.TXT", text)).title == title


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_unicode_with_or_without_a_byte_order_mark_is_read_without_a_note(file, encoding):
    document = read(file("a.txt", "Größe: 5 €".encode(encoding)))
    assert (document.text, document.notes) == ("Größe: 5 €", ())


def test_utf16_is_read_whichever_byte_comes_first(file):
    assert read(file("a.txt", b"\xfe\xff" + "Größe".encode("utf-16-be"))).text == "Größe"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("The naïve method — “simple” — costs 5 € a day. " * 3, "cp1252"),
        ("Dieser Größenvergleich der Straßen genügt für die Übung.", "cp1252"),
        ("Кратчайший путь в графе находит алгоритм Дейкстры.", "cp1251"),
    ],
)
def test_another_encoding_is_guessed_and_the_guess_is_said(file, text, encoding):
    document = read(file("a.txt", text.encode(encoding)))
    assert (document.text, document.notes) == (text, (f"decoded as {encoding}, a guess: it is not UTF-8",))


def test_line_ends_of_windows_become_plain_ones(file):
    assert read(file("a.md", b"# A\r\n\r\nb\rc")).text == "# A\n\nb\nc"


def test_html_is_read_as_markdown(file):
    assert read(file("a.HTM", "<h1>Heaps</h1><p>A heap.")).text == "# Heaps\n\nA heap."


def test_a_long_document_is_cut_with_a_note(file):
    document = read(file("a.md", "# A\n" + "x" * 100), limits=Limits(characters=50))
    assert (len(document.text), document.notes) == (50, ("cut at 50 characters",))


@pytest.mark.parametrize("content", [b"", b" \n\t ", b"\xef\xbb\xbf", " \n".encode("utf-16")])
@pytest.mark.parametrize("suffix", ["md", "txt"])
def test_an_empty_file_is_refused(file, content, suffix):
    assert refusal(file(f"a.{suffix}", content)) == "is empty; fill it or leave it out"


@pytest.mark.parametrize("content", [b"text\0text", bytes(range(256)) * 4, b"\xff\xfe\x00\xd8\x00"])
def test_a_binary_file_is_refused(file, content):
    reason = refusal(file("a.txt", content))
    assert reason == "looks binary, not like text; if it is text, save it again as UTF-8"


@pytest.mark.parametrize(("name", "said"), [("a.docx", ".docx"), ("README", "no suffix")])
def test_an_unknown_type_is_refused_and_the_known_ones_are_listed(file, name, said):
    reason = refusal(file(name, "text"))
    known = ".md, .markdown, .txt, .html, .htm, .pdf"
    assert reason == f"is of a type not read here ({said}); convert it to one of {known}"


def test_a_missing_file_is_refused(tmp_path):
    reason = refusal(tmp_path / "gone.md")
    assert reason == "is not there; check the path, or whether another program moved it"


def test_a_folder_with_the_name_of_a_file_is_refused(tmp_path):
    (tmp_path / "x.md").mkdir()
    assert refusal(tmp_path / "x.md") == "is not a file but a folder or a device; a folder opens with Kit.open"


def test_a_forbidden_file_is_refused(file, monkeypatch):
    def forbid(*_):  # as root, permissions forbid nothing
        raise PermissionError(13, "Permission denied")

    path = file("a.md", "# A")
    monkeypatch.setattr(type(path), "open", forbid)
    assert refusal(path) == "cannot be opened (Permission denied); check its permissions"


def test_a_file_above_the_limit_is_refused(file):
    assert refusal(file("a.md", "x" * 101), file_bytes=100) == (
        "is larger than 100 bytes; split it, or raise Limits.file_bytes"
    )


def test_a_heading_of_a_hundred_thousand_marks_takes_no_time(file):
    title = read(file("a.md", "# " + "# " * 100_000 + "x")).title
    assert title == "# " * 99 + "#…"
    assert read(file("b.md", "# b" + " " * 200_000 + "x")).title == "b x"


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_that_leads_out_of_the_corpus_is_refused(file, tmp_path):
    secret = file("secret.md", "Hidden.")
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    link = corpus / "link.md"
    link.symlink_to(secret)
    with pytest.raises(Unreadable, match="is a link that leads out of the folder; copy what it leads to"):
        read(link, corpus)
    assert read(link).text == read(link, tmp_path).text == "Hidden."
