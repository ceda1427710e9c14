"""Figures that four sources report: adaptive (Tables 5 and 6), tiny, advanced and teams.

The first three report their own systems, and the fourth those of others. Each used another corpus,
another model and other judges than this kit. So compare the directions of effects, not their sizes.
None gives an interval.
"""

from __future__ import annotations

from collections.abc import Mapping

Figures = Mapping[str, Mapping[str, float]]
"""Published means by system and measure."""

ADAPTIVE: Figures = {
    "full system": {
        "faithfulness": 0.67,
        "hallucination": 0.00,
        "answer relevance": 0.74,
        "context relevance": 0.33,
        "seconds": 116.14,
        "retry gain": 0.047,
    },
    "baseline": {
        "faithfulness": 0.67,
        "hallucination": 0.34,
        "answer relevance": 0.71,
        "context relevance": 1.00,
        "seconds": 35.92,
    },
    "without verifier": {
        "faithfulness": 0.67,
        "hallucination": 0.25,
        "context relevance": 0.33,
        "seconds": 89.4,
    },
    "without policy": {
        "faithfulness": 0.67,
        "hallucination": 0.00,
        "context relevance": 0.33,
        "seconds": 148.3,
    },
    "without memory": {
        "faithfulness": 0.67,
        "hallucination": 0.00,
        "context relevance": 0.33,
        "seconds": 121.8,
    },
    "without web": {
        "faithfulness": 0.67,
        "hallucination": 0.13,
        "context relevance": 0.33,
        "seconds": 98.2,
    },
    "without hybrid": {
        "faithfulness": 0.60,
        "hallucination": 0.13,
        "context relevance": 0.40,
        "seconds": 104.5,
    },
}
"""The figures of adaptive. The paper itself reports trends and claims no significance."""
TINY: Figures = {
    "naive RAG under noise": {
        "faithfulness": 0.44,
        "seconds to the first token": 0.450,
        "cost of 10,000, critics": 0.00,
    },
    "naive RAG without noise": {"faithfulness": 0.89},
    "heavy critic": {
        "routing F1": 0.934,
        "faithfulness": 0.88,
        "seconds to the first token": 1.235,
        "cost of 10,000, critics": 3.00,
    },
    "zero-shot small critic": {"false-positive rate": 0.382},
    "tiny critic": {
        "routing F1": 0.912,
        "false-positive rate": 0.041,
        "faithfulness": 0.86,
        "seconds to the first token": 0.492,
        "cost of 10,000, critics": 0.06,
    },
}
"""The figures of tiny: Table I, Figure 2 (without noise) and section V-C (false positives)."""
ADVANCED: Figures = {
    "basic": {"F1 of four passages": 0.173},
    "intermediate": {"F1 of four passages": 0.227, "faithfulness": 0.707},
    "advanced": {"F1 of four passages": 0.293, "faithfulness": 0.641},
    "multi_agent": {"F1 of four passages": 0.317},
}
"""The figures of advanced, as its repository reported them after its README had promised gains.

Its groundedness is the share of claims that an entailment model accepts, and stands as
faithfulness. It is reported for two of the four.
"""
PROMISED: Mapping[tuple[str, str], tuple[int, int]] = {
    ("basic", "intermediate"): (10, 15),
    ("intermediate", "advanced"): (30, 50),
    ("advanced", "multi_agent"): (5, 15),
    ("basic", "multi_agent"): (50, 90),
}
"""The gain in percent, at least and at most, that the README of advanced expects of each step."""
TEAMS: Figures = {
    "traditional": {"complex multi-hop": 0.34, "HotpotQA": 0.72, "2WikiMultiHop": 0.68},
    "agentic": {"complex multi-hop": 0.78, "HotpotQA": 0.945, "2WikiMultiHop": 0.897},
}
"""The accuracies that teams prints for a fixed pipeline and for an agent, by benchmark.

They are of other people's systems. It gives 0.72 and 0.68 as rough values, and names no source for
the first column. The two last values of the agent are those of `A_RAG`, whose report has another
plain system beside them. For the first row it cites arXiv:2603.07379; we did not find its two
values in the abstract of that paper.
"""
A_RAG: Figures = {
    "naive": {"HotpotQA": 0.812, "2WikiMultiHop": 0.502},
    "agentic": {"HotpotQA": 0.945, "2WikiMultiHop": 0.897},
}
"""What arXiv:2602.03442 reports of its own agent and of plain retrieval, both with GPT-5-mini.

A model judged the answers. With GPT-4o-mini the same report has a gain on HotpotQA from 0.745 to
0.771.
"""
PUBLISHED: Figures = {**ADAPTIVE, **TINY, **ADVANCED}
"""Whole systems by measure. An experiment sets a system of ours beside one of these."""
PAPERS: Mapping[str, tuple[Figures, str]] = {
    "adaptive": (
        ADAPTIVE,
        "Theirs are means over 8 questions, of another corpus, with another model and other "
        "judges: compare directions, not values.",
    ),
    "tiny": (
        TINY,
        "Theirs are of 5,000 questions of Natural Questions and HotpotQA, with other models, "
        "prices and machines, and RAGAS as the judge: compare directions, not values.",
    ),
    "advanced": (
        ADVANCED,
        "Theirs are means over 20 questions, without intervals, of another corpus and with another "
        "model: compare directions, not values.",
    ),
}
"""By the key of each paper its figures, and what they rest on."""
