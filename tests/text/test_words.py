"""Words: the same in every Unicode form, in pairs where a script has no spaces, and as ever in English."""

import re
import unicodedata

import pytest
import snowballstemmer
from bm25s.stopwords import STOPWORDS_EN
from hypothesis import given
from hypothesis import strategies as st

from ragkit.search.sparse import Sparse
from ragkit.state import Passage
from ragkit.text.anchors import missing
from ragkit.text.dates import dates
from ragkit.text.forms import likeness, plain
from ragkit.text.quantities import quantities
from ragkit.text.sentences import sentences
from ragkit.text.spelling import clean
from ragkit.text.verbatim import states
from ragkit.text.words import words

STEM = snowballstemmer.stemmer("english").stemWord
WORDS = [
    "filter",
    "efficient",
    "café",
    "Ångström",
    "straße",
    "İzmir",
    "οδός",
    "йод",
    "हिन्दी",
    "भाषा",
    "펌프",
    "ポンプ",
    "がん",
]
WORDS += ["水泵", "ปั๊มน้ำ", "ປໍ້ານ້ຳ", "ម៉ាស៊ីន", "ရေစုပ်စက်", "كتاب", "שלום", "ABC12", "п'ять"]
FORMS = ["NFC", "NFD", "NFKC", "NFKD"]
HIDDEN = ["\u00ad", "\u200b", "\u200c", "\u2060", "\ufeff"]
"""A soft hyphen, and signs that nobody sees."""


def full_width(text):
    return "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text)


def ligated(text):
    return text.replace("ffi", "ﬃ").replace("fi", "ﬁ")


@given(st.text(st.characters(max_codepoint=127)))
def test_english_in_ascii_has_the_words_of_the_plain_formula(text):
    spoken = re.findall(r"\w+", text.lower())
    assert words(text) == [STEM(word) for word in spoken if word not in STOPWORDS_EN]


@given(st.data())
def test_every_unicode_form_of_a_word_finds_it(data):
    word = data.draw(st.sampled_from(WORDS))
    form = data.draw(st.sampled_from([str, str.upper, str.lower, full_width, ligated]))(word)
    form = unicodedata.normalize(data.draw(st.sampled_from(FORMS)), form)
    at = data.draw(st.integers(1, len(form) - 1))
    form = form[:at] + data.draw(st.sampled_from(["", *HIDDEN])) + form[at:]
    assert words(form) == words(word) != []
    others = [Passage(str(n), text) for n, text in enumerate(["Owls.", "Bats.", "Elks."])]
    for text, asked in ((word, form), (form, word)):
        found = Sparse([Passage("it", f"({text})"), *others]).search(asked, 3)
        assert [passage.id for passage in found] == ["it"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ポンプの点検", ["ポン", "ンプ", "プの", "の点", "点検"]),
        ("펌프의 유량", ["펌프", "프의", "유량"]),
        ("的 水", ["的", "水"]),
        ("C反応 mRNA解析", ["c", "反応", "mrna", "解析"]),
        ("ปั๊ม๔๐", ["ปั๊ม", "40"]),
        ("هـــذا كِتَابٌ", ["هذا", "كتاب"]),
    ],
)
def test_scripts_without_spaces_count_in_pairs(text, found):
    assert words(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Windows™", ["window", "tm"]),
        ("10² m²", ["10", "2", "m2"]),
        ("40㎏", ["40", "kg"]),
        ("1½", ["1", "1", "2"]),
        ("H₂O", ["h2o"]),
    ],
)
def test_signs_that_stand_for_words_do_not_change_the_number_or_the_word_before(text, found):
    assert words(text) == found


def test_the_checks_of_claims_do_not_mind_the_form_either():
    assert states("The super\u00adconduc\u00adtivity ends at 9 K.", "The superconductivity ends at 9 K.")
    assert states("水泵的流量是四十升。维护周期为六个月。", "维护周期为六个月。")
    assert missing("Cafe\u0301 Mu\u0308ller seats ４０ and ٤٠ guests.", "Café Müller seats 40 guests.") == []
    assert missing("It has 10⁻³ mol.", "It has 10^-3 mol.") == [] and missing("It has 10⁴ of them.", "104") == ["10^4"]
    assert [(one.measures, one.value) for one in quantities("４０ ㎞, 12\u202f000 m")] == [
        ("length", 40_000),
        ("length", 12_000),
    ]
    assert dates("２０３１年, 1\u00a0May\u00a02032") == ["2031", "2032-05-01"]
    assert clean("10¹² ﬁlters") == "10^12 filters"


def test_sentences_end_at_the_marks_of_other_scripts():
    assert sentences("他说：“走。”然后走了！真的？") == ["他说：“走。”", "然后走了！", "真的？"]
    assert sentences("पंप है। तेल बदलें।") == ["पंप है।", "तेल बदलें।"]


@given(st.text())
def test_a_plain_text_stays_as_it_is_and_its_likeness_too(text):
    once = " ".join(plain(text).split())
    assert " ".join(plain(once).split()) == once
    assert likeness(text.replace(" ", "\n ")) == likeness(text) or "\n" in text or "#" in text
