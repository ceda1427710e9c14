"""Look through drafted questions: read each beside its passage, mend it, keep it or not, and save what was kept."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from html import escape
from pathlib import Path

import ipywidgets as w

from ragkit.evaluate.drafting import Drafted
from ragkit.evaluate.questions import Question
from ragkit.read.quotes import find_quote
from ragkit.state import Passage

STYLE = """<style>
.rk-quote { border-left: .25rem solid #1a7f8e; padding-left: .6rem; white-space: pre-line; line-height: 1.4 }
.rk-quote mark { background: #ffe08a; color: #111 }
</style>"""
BETWEEN = ";"
"""Between the keys of a question, each of which a right answer must hold."""


class Review(w.VBox):
    """One card a draft. Nothing is kept that was not ticked; `kept` are the questions as they were mended."""

    def __init__(self, drafts: Sequence[Drafted], file: str | Path = "questions.jsonl") -> None:
        self.file, self.cards = Path(file), [Card(drafted) for drafted in drafts]
        self.save_button = w.Button(description="Save", button_style="primary", tooltip=f"write {self.file.name}")
        self.status = w.HTML("Tick what is to be kept.")
        self.save_button.on_click(lambda _: self.save())
        super().__init__([*self.cards, w.HBox([self.save_button, self.status])])

    @property
    def kept(self) -> list[Question]:
        return [card.question for card in self.cards if card.keep.value]

    def save(self) -> Path | None:
        """Write the kept questions as JSON Lines; None, and a word why, when none was ticked or one lacks something."""
        if not self.kept or any(not q.question or not q.answer or not q.keys for q in self.kept):
            self.status.value = "Nothing saved: tick a question, and give each one an answer and a key."
            return None
        self.file.parent.mkdir(parents=True, exist_ok=True)
        lines = (json.dumps(asdict(question), ensure_ascii=False) + "\n" for question in self.kept)
        self.file.write_text("".join(lines), encoding="utf-8")
        self.status.value = f"{len(self.kept)} of {len(self.cards)} questions saved in {escape(str(self.file))}"
        return self.file


class Card(w.VBox):
    """One draft with its passage."""

    def __init__(self, drafted: Drafted) -> None:
        self.drafted, found = drafted, drafted.question
        wide = w.Layout(width="auto")
        self.keep = w.Checkbox(False, description="keep", indent=False, tooltip=f"keep {found.id}")
        self.asked = w.Textarea(found.question, description="question", layout=wide, rows=2)
        self.answer = w.Textarea(found.answer or "", description="answer", layout=wide, rows=2)
        self.wanted = w.Text(BETWEEN.join(key for key, *_ in found.keys), description="keys", layout=wide)
        super().__init__([w.HTML(quoted(drafted)), self.asked, self.answer, self.wanted, self.keep])

    @property
    def question(self) -> Question:
        """The draft as it was mended."""
        keys = tuple((key.strip(),) for key in self.wanted.value.split(BETWEEN) if key.strip())
        return replace(
            self.drafted.question, question=self.asked.value.strip(), answer=self.answer.value.strip(), keys=keys
        )


def quoted(drafted: Drafted) -> str:
    """The passage as HTML, with the sentence marked that the answer stands on."""
    return f"{STYLE}<p><strong>{escape(drafted.passage.place)}</strong></p>{_marked(drafted)}"


def _marked(drafted: Drafted) -> str:
    passage: Passage = drafted.passage
    span = next((found for s in drafted.question.support if (found := find_quote(passage.text, s.quote))), (0, 0))
    before, inside, after = passage.text[: span[0]], passage.text[span[0] : span[1]], passage.text[span[1] :]
    mark = f"<mark>{escape(inside)}</mark>" if inside else ""
    return f"<div class='rk-quote'>{escape(before)}{mark}{escape(after)}</div>"
