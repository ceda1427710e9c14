from hypothesis import given
from hypothesis import strategies as st

from ragkit.evaluate.golden.quotes import find_quote, letters_of


def said(text, quote):
    span = find_quote(text, quote)
    return None if span is None else text[slice(*span)]


def test_typographic_variants_are_the_same():
    assert said("Floyd–Warshall’s bound: O(n²)", "floyd-warshall's bound: O(n^2)") == "Floyd–Warshall’s bound: O(n²"


def test_an_accent_is_the_same_composed_decomposed_or_left_out():
    assert [said(text, "Erdős") for text in ("Erdős", "Erdo\u030bs", "Erdos")] == ["Erdős", "Erdo\u030bs", "Erdos"]


def test_a_link_target_does_not_part_a_quote():
    text = "See [Dijkstra's algorithm](dijkstra.md) for positive weights."
    assert said(text, "Dijkstra's algorithm for positive") == "Dijkstra's algorithm](dijkstra.md) for positive"


def test_the_first_occurrence_counts():
    assert find_quote("no path, no path", "path") == (3, 7)


def test_a_quote_with_another_word_is_not_found():
    assert find_quote("Heapsort is not stable.", "Heapsort is stable") is None


def test_a_quote_without_a_letter_is_not_found():
    assert find_quote("a - b", " - ") is None


@given(st.text(min_size=1), st.data())
def test_every_part_of_a_text_with_a_letter_is_found_and_says_the_same(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    quote = text[start : data.draw(st.integers(start + 1, len(text)))]
    found = said(text, quote)
    if letters_of(quote):
        assert letters_of(quote) in letters_of(found)  # not always equal: a ¼ is found whole by a quote of its 1
    else:
        assert found is None


@given(st.lists(st.sampled_from(["heap", "sort", "[see](a.md)", "n²", "-\n", "| ", "ﬁ", "**", " "]), min_size=1))
def test_marks_and_line_ends_never_hide_a_text_from_itself(pieces):
    text = "".join(pieces)
    assert bool(letters_of(text)) == (find_quote(text, text) is not None)
