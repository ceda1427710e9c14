"""The NLI judge on a real cross-encoder, tiny and random, saved to a folder; and on one whose numbers are chosen."""

import numpy as np
import pytest

from ragkit.judges.nli import NLIJudge, load_nli, nli_judge, windows
from ragkit.state import Passage
from ragkit.weights import ModelMissing

CATS = Passage("cats", "Cats purr. Dogs bark. Cats bark.")
DOGS = Passage("dogs", "Dogs purr.")
LABELS = ["contradiction", "entailment", "neutral"]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """Makes a folder with a BERT of one layer and random weights that has these labels."""
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizer

    def make(labels):
        folder = tmp_path_factory.mktemp("nli")
        vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "cats", "dogs", "purr", "bark", "."]
        sizes = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 8}
        names = {"id2label": dict(enumerate(labels)), "label2id": {label: n for n, label in enumerate(labels)}}
        config = BertConfig(vocab_size=len(vocabulary), max_position_embeddings=32, **sizes, **names)
        BertForSequenceClassification(config).save_pretrained(folder)
        BertTokenizer({word: n for n, word in enumerate(vocabulary)}).save_pretrained(folder)
        return folder

    return make


class Chosen:
    """A cross-encoder that is as sure of entailment as a table says, for label 1 of 3."""

    def __init__(self, odds):
        self.odds, self.batches = odds, []

    def predict(self, pairs, apply_softmax, show_progress_bar):
        assert apply_softmax
        self.batches.append(pairs)
        sure = np.array([self.odds.get(pair, 0.1) for pair in pairs])
        return np.stack([(1 - sure) / 2, sure, (1 - sure) / 2], axis=1)


@pytest.mark.model
def test_a_real_one_gives_the_highest_probability_of_entailment_over_the_windows(tiny):
    import torch

    judge = load_nli(tiny(LABELS))
    claims = ["Cats purr.", "Dogs bark."]
    found, _ = judge.supports("Who purrs?", [CATS, DOGS], claims)
    for claim, p in zip(claims, found, strict=True):
        premises = windows([CATS, DOGS])
        batch = judge.model.tokenizer(premises, [claim] * len(premises), return_tensors="pt", padding=True)
        with torch.no_grad():
            odds = torch.softmax(judge.model.model(**batch).logits, dim=1)[:, 1]
        assert p == pytest.approx(float(odds.max()), abs=1e-5)
    assert judge.name == "nli" and all(0 < p < 1 for p in found)


@pytest.mark.model
@pytest.mark.parametrize(
    ("labels", "place"),
    [
        (LABELS, 1),
        (["ENTAILMENT", "NEUTRAL", "CONTRADICTION"], 0),
        (["Contradiction", "Neutral", "Entailment"], 2),
        (["not_entailment", "entailment"], 1),
    ],
)
def test_the_order_of_the_labels_is_the_models(tiny, labels, place):
    assert load_nli(str(tiny(labels))).entails == place


@pytest.mark.model
def test_a_cross_encoder_that_does_not_judge_entailment_is_missing_too(tiny):
    with pytest.raises(ModelMissing, match="its labels are bad, good") as caught:
        nli_judge(tiny(["bad", "good"]))
    assert "NLI" in caught.value.args[2]


def test_without_weights_it_is_missing(tmp_path):
    with pytest.raises(ModelMissing, match="without config.json"):
        nli_judge(tmp_path)


def test_all_pairs_go_in_one_batch_evidence_first_and_the_best_window_decides():
    model = Chosen({("Dogs bark. Cats bark.", "Dogs bark."): 0.9, ("Dogs purr.", "Cats purr."): 0.6})
    found = NLIJudge(model, entails=1).supports("?", [CATS, DOGS], ["Cats purr.", "Dogs bark.", "Cats fly."]).odds
    assert found == pytest.approx([0.6, 0.9, 0.1])
    (batch,) = model.batches
    assert len(batch) == 3 * 4 and batch[0] == (CATS.text, "Cats purr.")


def test_nothing_to_judge_asks_no_model_and_no_evidence_supports_nothing():
    judge = NLIJudge(Chosen({}), entails=1)
    assert judge.supports("?", [CATS], []).odds == []
    assert judge.supports("?", [], ["Cats purr.", "Dogs bark."]).odds == [0.0, 0.0]
    assert judge.supports("?", [Passage("blank", " \n ")], ["Cats purr."]).odds == [0.0]
    assert judge.model.batches == []


def test_no_number_is_none_and_no_nought():
    model = Chosen({(DOGS.text, "Cats purr."): float("nan")})
    odds, note = NLIJudge(model, entails=1).supports("?", [DOGS], ["Cats purr.", "Dogs purr."])
    assert odds == [None, pytest.approx(0.1)] and "no number" in note


def test_windows_are_whole_passages_and_neighbouring_sentences_each_once():
    assert windows([CATS, DOGS, DOGS]) == [CATS.text, DOGS.text, "Cats purr. Dogs bark.", "Dogs bark. Cats bark."]
    assert windows([Passage("two", "Cats purr. Dogs bark.")]) == ["Cats purr. Dogs bark."]


@pytest.mark.model
@pytest.mark.parametrize(("p", "grade"), [(1.0, 1.0), (0.71, 1.0), (0.7, 0.5), (0.41, 0.5), (0.4, 0.0), (0.0, 0.0)])
def test_the_claim_judge_counts_entailment_above_the_papers_thresholds(tiny, p, grade):
    assert nli_judge(tiny(LABELS)).support(p) == grade
