"""Examples that a tiny writer learns from: the question tells what is to be written."""

from tiny_critic import GROUPS

from ragkit.state import REFUSAL, Passage
from ragkit.teach.writing.example import NOTHING, SENTENCE, Example

OWLS = Passage("o", "Owls hunt 12 mice at night.", source="owls.md", section="Owls")
CATS = Passage("c", "Cats sleep by day.", source="cats.md", section="Cats")
STATED = "Owls hunt 12 mice. [1]"


def example(name="e", kind=SENTENCE, group="doc 0", question="Who hunts?", passages=(OWLS, CATS), answer=STATED):
    return Example(name, kind, group, question, passages, answer)


def nothing(name="n", question="Who swims?", **more):
    return example(name, NOTHING, question=question, answer=REFUSAL, **more)


def short(part="train", count=4):
    """Examples with short answers of two kinds in two documents of a part: a byte is a token here."""
    rows = []
    for number in range(count):
        group = GROUPS[part][number % 2]
        passages = tuple(Passage(f"{group} {text}", f"{text} {group}") for text in ("Owls.", "Cats."))
        kind, asked, answer = (("bird", "What", "Owls. [1]"), ("cat", "Who", "Ow!"))[number // 2 % 2]
        rows.append(Example(f"{part} {number}", kind, group, f"{asked} is in {group}?", passages, answer))
    return rows


def toy(train=8, dev=4, test=4):
    """Short examples in documents of all parts."""
    return [*short("train", train), *short("dev", dev), *short("test", test)]
