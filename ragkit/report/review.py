"""One page to review drafted questions on: each beside what it quotes, with a box to keep it.

A page that is read from a file cannot change another one. So it saves the lines that are kept as a
download, to be put in the place of the file of questions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path

from ragkit.disk.whole import write_whole
from ragkit.evaluate.golden import Question, Support, folded_passages, load_questions, relevant
from ragkit.report.report import STYLE
from ragkit.state import Passage
from ragkit.text.counted import counted

NAME = "review.html"
LOOKS = """
article { border-top: 1px solid #888; padding: .6rem 0 }
article:has(input:not(:checked)) { opacity: .45 }
blockquote { border-left: .25rem solid #1a7f8e; margin: .4rem 0; padding-left: .6rem }
header { background: Canvas; padding: .4rem 0; position: sticky; top: 0 }
small { color: #787878 }"""
SCRIPT = """
const boxes = [...document.querySelectorAll('input[type=checkbox]')];
const count = () => {
  const kept = boxes.filter(box => box.checked).length;
  document.getElementById('kept').textContent = `${kept} of ${boxes.length} kept`;
};
boxes.forEach(box => box.addEventListener('change', count));
document.getElementById('save').addEventListener('click', () => {
  const lines = boxes.filter(box => box.checked).map(box => box.dataset.line + '\\n');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(lines, {type: 'application/jsonl'}));
  link.download = 'questions.jsonl';
  link.click();
});
count();
"""


def write_review(file: Path, passages: Sequence[Passage]) -> Path:
    """Write the page for a file of questions beside it; its path. Raises `BadQuestions`."""
    questions = load_questions(file)
    texts = {passage.id: passage for passage in passages}
    letters = folded_passages(passages)
    cards = [_card(question, letters, texts) for question in questions]
    title = f"Review {counted(len(questions), 'question')}"
    page = (
        "<!doctype html><html lang='en'><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width'>"
        f"<title>{title}</title><style>{STYLE}{LOOKS}</style><main><h1>{title}</h1>"
        "<p>Untick what nobody would ask, and what its quote does not answer. Then save, and put "
        f"the saved file in the place of <code>{escape(str(file))}</code>. To correct a question, "
        "edit its line there.</p>"
        "<header><button id='save'>Save the kept questions</button> <span id='kept'></span>"
        "</header>"
        f"{''.join(cards)}</main><script>{SCRIPT}</script></html>"
    )
    written = file.with_name(NAME)
    write_whole(written, page.encode())
    return written


def _card(question: Question, letters: dict[str, str], texts: Mapping[str, Passage]) -> str:
    line = json.dumps(asdict(question), ensure_ascii=False)
    answer = question.answer or "none: the right reply is to abstain"
    said = "".join(
        f"<p><small>before: {escape(turn.typed)}</small></p>" for turn in question.history
    )
    places = relevant(question, letters)
    quotes = [
        _quote(quoted, sorted(ids), texts)
        for quoted, ids in zip(question.support, places, strict=True)
    ]
    keys = "; ".join(" or ".join(group) for group in question.keys)
    hidden = ""
    if question.without:
        number = counted(len(question.without), "passage")
        hidden = f"<p><small>asked without {number} that may answer it</small></p>"
    return (
        f"<article><label><input type='checkbox' checked data-line='{escape(line)}'> "
        f"<strong>{escape(question.question)}</strong></label> "
        f"<small>{question.kind}, to {_half(question)}</small>{said}"
        f"<p>Answer: {escape(answer)} {_needed(keys)}</p>{hidden}{''.join(quotes)}</article>"
    )


def _needed(keys: str) -> str:
    """What a right answer has to contain, where that is known."""
    return f"<small>a right answer has: {escape(keys)}</small>" if keys else ""


def _quote(quoted: Support, ids: Sequence[str], texts: Mapping[str, Passage]) -> str:
    """The sentence, with the passage that it is in one click away."""
    whole = "".join(f"<p>{escape(texts[id].text)}</p>" for id in ids[:1])
    return (
        f"<blockquote>{escape(quoted.quote)} <small>{escape(quoted.document)}</small>"
        f"<details><summary>the passage</summary>{whole}</details></blockquote>"
    )


def _half(question: Question) -> str:
    return "choose on" if question.part == "fit" else "report on"
