"""The card says what the facts say."""

from dataclasses import replace

import pytest
from pydantic import TypeAdapter

from ragkit.score import Score
from ragkit.teach.card import card, licence, weaknesses
from ragkit.teach.facts import Facts, Source
from ragkit.teach.measure import Measure
from ragkit.weights.adapters import FOLDER

FACTS = TypeAdapter(Facts)


def measure(area, ranked=None, width=0.1, n=20):
    scores = [Score(mean, mean - width, min(1.0, mean + width), n) for mean in (area, ranked or area)]
    return Measure(*scores)


@pytest.fixture
def facts():
    return Facts(
        base="tiny",
        base_sha256="ab" * 32,
        adapter="critic.gguf",
        adapter_sha256="cd" * 32,
        bytes=2_500_000,
        sources=(Source("owls", "CC0"), Source("newts", "")),
        pairs={"train": {"swap": 80, "near miss": 4}, "dev": {"swap": 20}, "test": {"swap": 20, "near miss": 20}},
        groups={"train": 9, "dev": 2, "test": 3},
        recipe={"learning_rate": 3e-4},
        epochs=2,
        steps=40,
        best_step=30,
        minutes=12.4,
        ended="all steps were taken",
        temperature=1.75,
        before={"swap": measure(0.5), "near miss": measure(0.7)},
        after={"swap": measure(0.95, 0.9), "near miss": measure(0.56, 0.61)},
        history=[],
    )


def test_data_with_licences_figures_with_intervals_and_settings_are_on_it(facts):
    text = card(facts)
    for said in (
        "# A critic for tiny",
        "2.5 MB",
        "ab" * 32,
        "cd" * 32,
        "by the temperature, 1.75",
        "On pairs of 3 documents",
        "| swap | 20 | 0.500 [0.400, 0.600] | 0.950 [0.850, 1.000] | 0.500 [0.400, 0.600] | 0.900 [0.800, 1.000] |",
        "| owls | CC0 |",
        "| newts | not stated |",
        "The licence of newts is not stated: ask before you pass the adapter on.",
        "| train | 9 | 4 | 80 |",
        "| dev | 2 | 0 | 20 |",
        "- 40 steps in 2 epochs and 12 minutes. It ended because all steps were taken. The critic after step 30 was",
        "- learning rate: 0.0003",
    ):
        assert said in text, said


def test_an_adapter_has_the_licence_that_its_text_demands():
    free, alike = Source("owls", "MIT"), Source("newts", "CC BY-SA 4.0 (by N. Ewt)")
    assert licence([free]).startswith("No source demands a licence")
    assert "under CC BY-SA 4.0, as" in licence([free, alike])
    assert "of newts, eels is not stated" in licence([alike, Source("newts", ""), Source("eels", "")])


def test_the_card_that_ships_is_made_of_the_facts_that_ship():
    files = sorted(FOLDER.glob("*.json"))
    assert files
    for file in files:
        facts = FACTS.validate_json(file.read_bytes())
        assert file.with_suffix(".md").read_text(encoding="utf-8") == card(facts)


def test_what_it_is_bad_at_follows_from_the_figures(facts):
    said = list(weaknesses(facts))
    assert said[:4] == [
        "- near miss: it is not shown to be better than chance.",
        "- near miss: it ranks worse than the same model without the adapter.",
        "- near miss: it ranks fewer pairs right than the same model without the adapter.",
        "- Its weakest kind is near miss: it ranks 39.0% of these pairs wrongly.",
    ]
    # Better over all pairs, and worse within them.
    apart = replace(facts, after={"swap": measure(0.95, 0.9), "near miss": measure(0.9, 0.61)})
    assert [line for line in weaknesses(apart) if "near miss" in line][0] == said[2]
    better = replace(facts, after={"swap": measure(0.95, 0.9)})
    assert list(weaknesses(better))[0] == "- Its weakest kind is swap: it ranks 10.0% of these pairs wrongly."


def test_the_device_is_named_beside_the_minutes_where_it_is_known(facts):
    assert "and 12 minutes on NVIDIA H200. It ended" in card(replace(facts, device="NVIDIA H200"))
    assert "and 12 minutes. It ended" in card(facts)
