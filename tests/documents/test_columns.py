from ragkit.documents.columns import Line, Page, find_gutter, in_reading_order, in_rows, without_running_heads


def line(text, x0, y, x1, size=10.0):
    return Line(text, x0, y, x1, y + 12, size)


def column(names, x0, x1, top=100):
    return [line(name, x0, top + 12 * number, x1) for number, name in enumerate(names)]


def texts(lines):
    return " ".join(line.text for line in lines)


def test_two_columns_are_read_one_after_the_other():
    page = column("abc", 50, 290) + column("defg", 310, 550)
    assert texts(in_reading_order(page[::-1])) == "a b c d e f g"


def test_three_columns_are_read_one_after_the_other():
    page = column("abc", 50, 200) + column("def", 220, 370) + column("ghi", 390, 540)
    assert texts(in_reading_order(page)) == "a b c d e f g h i"


def test_a_line_across_the_columns_ends_those_above_it():
    page = column("ab", 50, 290) + column("cd", 310, 550) + column("ef", 50, 290, 200) + column("gh", 310, 550, 200)
    page += [line("title", 50, 60, 550), line("rule", 50, 150, 550)]
    assert texts(in_reading_order(page)) == "title a b c d rule e f g h"


def test_columns_that_are_set_off_by_half_a_line_stay_columns():
    page = column("abc", 50, 290) + column("def", 310, 550, 106)
    assert texts(in_reading_order(page)) == "a b c d e f"


def test_the_labels_of_a_figure_do_not_make_one_column_of_two():
    labels = [
        line(str(number), 400 + number % 5 * 20, 300 + number // 5 * 30, 408 + number % 5 * 20) for number in range(20)
    ]
    page = column("abcdefghijklmnopqr", 50, 290) + column("stuv", 310, 550) + labels
    assert find_gutter(page) == 309
    assert texts(in_reading_order(page)).startswith("a b c d e f g h i j k l m n o p q r s t u v 0 1")


def test_the_cells_of_a_table_are_not_columns():
    cells = [line(f"{name}{row}", x, 100 + 12 * row, x + 40) for row in range(4) for name, x in (("a", 50), ("b", 350))]
    page = [*cells, *column(["text"], 50, 550, 60)]
    assert find_gutter(page) is None
    assert texts(in_reading_order(page)) == "text a0 b0 a1 b1 a2 b2 a3 b3"


def test_indented_code_is_not_a_column():
    code = [
        line(text, x, 100 + 12 * row, x + 200) for row, (text, x) in enumerate([("for", 50), ("if", 180), ("else", 50)])
    ]
    assert texts(in_reading_order(code)) == "for if else"


def test_a_bullet_and_its_text_are_one_line():
    assert [row.text for row in in_rows([line("item", 70, 100, 200), line("•", 50, 101, 55)])] == ["• item"]


def test_an_empty_page_has_no_lines():
    assert in_reading_order([]) == []


def pages(*margins):
    """Pages of a head, the same body and a foot."""
    return [
        Page(800, [line(head, 50, 20, 100), line(f"body {at}", 50, 400, 500), line(foot, 50, 770, 100)])
        for at, (head, foot) in enumerate(margins)
    ]


def test_running_heads_and_page_numbers_go():
    kept = without_running_heads(pages(("Chapter 1", "7"), ("Chapter 1", "8"), ("Chapter 1", "Page 9 of 10")))
    assert [texts(page) for page in kept] == ["body 0", "body 1", "body 2"]


def test_heads_that_differ_on_left_and_right_pages_go():
    kept = without_running_heads(pages(("Title", "i"), ("Author", "ii"), ("Title", "iii"), ("Author", "iv")))
    assert [texts(page) for page in kept] == ["body 0", "body 1", "body 2", "body 3"]


def test_what_stands_in_the_margin_once_stays():
    kept = without_running_heads(pages(("A title high up", "a footnote"), ("", "")))
    assert texts(kept[0]) == "A title high up body 0 a footnote"


def test_what_repeats_in_the_body_stays():
    kept = without_running_heads([Page(800, column(["same"], 50, 500, 400))] * 3)
    assert [texts(page) for page in kept] == ["same"] * 3
