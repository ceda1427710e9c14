"""Nothing is kept that nobody ticked; what was mended is what is saved, and can be loaded again."""

import pytest

from ragkit.evaluate.golden.drafting import Drafted
from ragkit.evaluate.golden.questions import Question, Support, load_questions
from ragkit.state import Passage
from ragkit.widgets.panels.review import Review, quoted

OWL = Passage("owl", "Owls sleep. Owls hunt <b>mice</b> at night.", source="owls<i>.md")
DRAFT = Drafted(
    Question("d1", "When do owls hunt?", "factual", "At night.", (("night",),),
             (Support("owls.md", "Owls hunt <b>mice</b> at night."),), "medium"), OWL,
)  # fmt: skip


@pytest.fixture
def review(tmp_path):
    return Review([DRAFT, DRAFT], tmp_path / "new" / "questions.jsonl")


def test_nothing_is_kept_at_first_and_nothing_is_saved(review):
    assert review.kept == []
    assert review.save() is None
    assert "Nothing saved" in review.status.value
    assert not review.file.exists()


def test_what_was_mended_is_saved_and_loads(review):
    card = review.cards[1]
    card.asked.value, card.wanted.value, card.keep.value = " When does an owl hunt? ", "night; mice", True
    review.save_button.click()
    (found,) = load_questions(review.file)
    assert found.question == "When does an owl hunt?" and found.keys == (("night",), ("mice",))
    assert "1 of 2 questions saved" in review.status.value


@pytest.mark.parametrize("field", ["asked", "answer", "wanted"])
def test_a_question_that_lacks_something_is_not_saved(review, field):
    card = review.cards[0]
    card.keep.value, getattr(card, field).value = True, "  "
    assert review.save() is None and not review.file.exists()


def test_the_quote_is_marked_and_document_text_is_text():
    shown = quoted(DRAFT)
    assert "<mark>Owls hunt &lt;b&gt;mice&lt;/b&gt; at night" in shown and "<b>" not in shown and "<i>" not in shown


def test_on_a_full_disk_nothing_is_saved_and_once_there_is_room_the_same_panel_saves(small_disk):
    review = Review([DRAFT], small_disk.folder / "questions.jsonl")
    review.cards[0].keep.value = True
    assert review.save()
    before = review.file.read_bytes()
    small_disk.fill()
    assert review.save() is None and "Nothing saved: asked to write" in review.status.value
    assert review.file.read_bytes() == before
    small_disk.make_room()
    assert review.save() == review.file
