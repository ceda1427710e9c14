"""Figures that the adaptive paper reports for its own systems (Tables 5 and 6).

The paper used eight questions, another corpus, another model (3.8B, on a laptop) and other judges.
So compare the directions of effects, not their sizes. The paper itself reports trends and claims no
significance.
"""

from __future__ import annotations

QUESTIONS = 8
"""Number of questions behind the published figures."""
PUBLISHED: dict[str, dict[str, float]] = {
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
"""Published means by system and measure; the paper gives no intervals."""
