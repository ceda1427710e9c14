"""Review drafted questions: read each beside its passage, correct it, keep it or not, and save."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from html import escape
from pathlib import Path

import ipywidgets as w

from ragkit.disk.whole import write_whole
from ragkit.evaluate.golden.drafting import Drafted
from ragkit.evaluate.golden.questions import Question
from ragkit.evaluate.golden.quotes import find_quote

STYLE = """<style>
.rk-quote {
  border-left: .25rem solid #1a7f8e; padding-left: .6rem; white-space: pre-line; line-height: 1.4
}
.rk-quote mark { background: #ffe08a; color: #111 }
</style>"""
BETWEEN = ";"
"""Separator of the keys of a question, each of which a right answer must contain."""


class Review(w.VBox):
    """One card per draft. Only drafts that are ticked are kept."""

    def __init__(self, drafts: Sequence[Drafted], file: str | Path = "questions.jsonl") -> None:
        self.file = Path(file)
        self.cards = [Card(drafted) for drafted in drafts]
        self.save_button = w.Button(
            description="Save", button_style="primary", tooltip=f"write {self.file.name}"
        )
        self.status = w.HTML("Tick the questions to keep.")
        self.save_button.on_click(lambda _: self.save())
        super().__init__([*self.cards, w.HBox([self.save_button, self.status])])

    @property
    def kept(self) -> list[Question]:
        """The ticked questions, as they were corrected."""
        return [card.question for card in self.cards if card.keep.value]

    def save(self) -> Path | None:
        """Write the kept questions as JSON Lines, and return the path.

        Returns None, and says why, when none is ticked, one is not complete, or the file cannot be
        written.
        """
        kept = self.kept
        if not kept or not all(map(_complete, kept)):
            why = "Nothing saved: tick a question, and give each one an answer and a key."
            self.status.value = why
            return None
        lines = [json.dumps(asdict(question), ensure_ascii=False) + "\n" for question in kept]
        try:
            write_whole(self.file, "".join(lines).encode())
        except OSError as error:
            self.status.value = f"Nothing saved: {escape(str(error))}"
            return None
        count = f"{len(kept)} of {len(self.cards)} questions"
        self.status.value = f"{count} saved in {escape(str(self.file))}"
        return self.file


def _complete(question: Question) -> bool:
    return bool(question.question and question.answer and question.keys)


class Card(w.VBox):
    """One draft with its passage."""

    def __init__(self, drafted: Drafted) -> None:
        self.drafted = drafted
        draft = drafted.question
        keys = BETWEEN.join(spellings[0] for spellings in draft.keys)
        wide = w.Layout(width="auto")
        self.keep = w.Checkbox(False, description="keep", indent=False, tooltip=f"keep {draft.id}")
        self.asked = w.Textarea(draft.question, description="question", layout=wide, rows=2)
        self.answer = w.Textarea(draft.answer or "", description="answer", layout=wide, rows=2)
        self.wanted = w.Text(keys, description="keys", layout=wide)
        super().__init__([w.HTML(quoted(drafted)), self.asked, self.answer, self.wanted, self.keep])

    @property
    def question(self) -> Question:
        """The draft as it was corrected."""
        keys = [key.strip() for key in self.wanted.value.split(BETWEEN)]
        return replace(
            self.drafted.question,
            question=self.asked.value.strip(),
            answer=self.answer.value.strip(),
            keys=tuple((key,) for key in keys if key),
        )


def quoted(drafted: Drafted) -> str:
    """The passage as HTML, with the sentence marked that supports the answer."""
    place = escape(drafted.passage.place)
    return f"{STYLE}<p><strong>{place}</strong></p>{_marked(drafted)}"


def _marked(drafted: Drafted) -> str:
    text = drafted.passage.text
    start, stop = _span(drafted)
    before, inside, after = escape(text[:start]), escape(text[start:stop]), escape(text[stop:])
    mark = f"<mark>{inside}</mark>" if inside else ""
    return f"<div class='rk-quote'>{before}{mark}{after}</div>"


def _span(drafted: Drafted) -> tuple[int, int]:
    """Start and end of the first supporting quote in the passage; an empty span without one."""
    for support in drafted.question.support:
        span = find_quote(drafted.passage.text, support.quote)
        if span:
            return span
    return 0, 0
