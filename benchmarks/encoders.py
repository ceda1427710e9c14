"""Compare ways to embed: torch, ONNX, and ONNX with 8-bit numbers, by speed and by what they find.

    python -m benchmarks.encoders

The questions are those of the kit's two corpora that are not kept to report on. All three embed the
same passages, in turn, in one run. The last line gives the ratios of speed to torch.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from ragkit.disk.whole import write_whole
from ragkit.evaluate.golden import Question, load_questions
from ragkit.kit import Kit
from ragkit.search.embedder import EXPORTED, Exported, SentenceEmbedder
from ragkit.settings import Settings
from ragkit.state import Passage
from ragkit.text.markdown_table import markdown_table
from ragkit.weights import ensure

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results"
CORPORA = ("algorithms", "almanac")
TIMED, ROUNDS, BATCH = 256, 3, 32
K = 5
Encode = Callable[[list[str]], np.ndarray]


def eight_bit(folder: Path, made: Path) -> Exported:
    """The exported model with its weights as 8-bit numbers."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    file = made / EXPORTED.name
    quantize_dynamic(folder / EXPORTED, file, weight_type=QuantType.QInt8)
    return Exported(folder, file)


def by_length(encode: Encode) -> Encode:
    """The same in batches of texts of about one length, as sentence-transformers does it."""

    def encoded(texts: list[str]) -> np.ndarray:
        order = np.argsort([len(text) for text in texts], kind="stable")
        found = []
        for start in range(0, len(texts), BATCH):
            found.append(encode([texts[row] for row in order[start : start + BATCH]]))
        vectors = np.concatenate(found)
        back = np.empty_like(vectors)
        back[order] = vectors
        return back

    return encoded


def speeds(ways: Mapping[str, Encode], texts: list[str]) -> dict[str, float]:
    """Texts a second of each way, over some rounds in turn."""
    seconds = dict.fromkeys(ways, 0.0)
    for _ in range(ROUNDS):
        for name, encode in ways.items():
            start = time.perf_counter()
            encode(texts)
            seconds[name] += time.perf_counter() - start
    return {name: ROUNDS * len(texts) / spent for name, spent in seconds.items()}


def finds(question: Question, passage: Passage) -> bool:
    """Whether a passage has one of the sentences that answer a question."""
    for support in question.support:
        if support.document == passage.source and support.quote in passage.text:
            return True
    return False


def found(encode: Encode, passages: list[Passage], questions: list[Question]) -> dict[str, Any]:
    """Recall, the mean reciprocal rank, and the first passages of each question."""
    vectors = encode([passage.searchable for passage in passages])
    asked = encode([question.question for question in questions])
    ranks = np.argsort(-np.round(asked @ vectors.T, 6), axis=1, kind="stable")
    recalls, reciprocal = [], []
    for question, rank in zip(questions, ranks, strict=True):
        right = [place for place, row in enumerate(rank) if finds(question, passages[row])]
        if right:
            recalls.append(sum(place < K for place in right) / len(right))
            reciprocal.append(1 / (1 + right[0]))
    first = [rank[:K].tolist() for rank in ranks]
    return {"recall": float(np.mean(recalls)), "mrr": float(np.mean(reciprocal)), "first": first}


def measure() -> dict[str, Any]:
    """The figures of each way on each corpus."""
    settings = Settings()
    folder = ensure(settings.embedder, settings.weights_folder)
    torch = SentenceEmbedder(folder)
    _ = torch.model
    result: dict[str, Any] = {}
    with TemporaryDirectory() as made:
        ways: dict[str, Encode] = {
            "torch": lambda texts: torch.model.encode(texts, normalize_embeddings=True),
            "onnx": by_length(Exported(folder)),
            "onnx, 8 bits": by_length(eight_bit(folder, Path(made))),
        }
        for name in CORPORA:
            result[name] = on_corpus(ROOT / "corpora" / name, ways)
    return result


def on_corpus(folder: Path, ways: Mapping[str, Encode]) -> dict[str, Any]:
    """The figures of each way on one corpus."""
    with closing(Kit.open(folder, quiet=True, memory=False)) as kit:
        passages = list(kit.corpus.passages)
    questions = [one for one in load_questions(folder / "questions.jsonl") if one.part != "test"]
    questions = [one for one in questions if one.support]
    each = {name: found(encode, passages, questions) for name, encode in ways.items()}
    fast = speeds(ways, [passage.searchable for passage in passages[:TIMED]])
    first = {name: one.pop("first") for name, one in each.items()}
    for name, one in each.items():
        same = [mine == other for mine, other in zip(first[name], first["torch"], strict=True)]
        one |= {"same": float(np.mean(same)), "speed": fast[name] / fast["torch"]}
    return {"questions": len(questions), "passages": len(passages)} | each


def encoders_table(result: Mapping[str, Any]) -> str:
    """A row for each corpus and way."""
    if not result:
        return "Not measured yet.\n"
    rows = []
    for corpus, of_corpus in result.items():
        for name, one in of_corpus.items():
            if not isinstance(one, dict):
                continue
            shares = [f"{one[key]:.3f}" for key in ("recall", "mrr", "same")]
            about = f"{corpus}, {of_corpus['questions']} questions"
            rows.append([about, name, *shares, f"{one['speed']:.2f}"])
    head = ["corpus", "embedded by", f"recall at {K}", "mean reciprocal rank"]
    head += [f"same first {K} as torch", "speed, over torch"]
    return markdown_table(head, rows)


def main() -> None:
    result = measure()
    write_whole(RESULTS / "encoders.json", f"{json.dumps(result, indent=1)}\n".encode())
    print(encoders_table(result))
    pairs = []
    for corpus, of_corpus in result.items():
        for name, short in {"onnx": "onnx", "onnx, 8 bits": "int8"}.items():
            pairs.append(f"{short}_{corpus}={of_corpus[name]['speed']:.2f}")
    print(" ".join(pairs))


if __name__ == "__main__":
    main()
