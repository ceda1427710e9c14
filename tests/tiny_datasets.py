"""Two datasets of a few lines, in the formats of SQuAD and HotpotQA, and the model's answers about them."""

import json
from pathlib import Path

NIGHT = "Birds of many kinds sleep in old trees. Owls hunt mice at night."
SQUAD = {
    "data": [
        {
            "title": "Barn_owls",
            "paragraphs": [
                {
                    "context": NIGHT,
                    "qas": [
                        {"id": "when", "question": "When do owls hunt mice?",
                         "answers": [{"text": "at night", "answer_start": NIGHT.index("at night")},
                                     {"text": "night", "answer_start": NIGHT.index("night")},
                                     {"text": "at night", "answer_start": NIGHT.index("at night")}]},
                        {"id": "why", "question": "Why do owls swim?", "is_impossible": True, "answers": []},
                    ],
                },
                {
                    "context": "Cats hunt mice by day.",
                    "qas": [{"id": "cats", "question": "When do cats hunt mice?",
                             "answers": [{"text": "by day", "answer_start": 15}]}],
                },
            ],
        }
    ]
}  # fmt: skip
HOTPOT = [
    {"_id": "both", "question": "Do owls and cats hunt mice?", "answer": "yes", "type": "comparison", "level": "easy",
     "supporting_facts": [["Owls/1", 1], ["Owls/1", 2], ["Cats", 0]]},
    {"_id": "who", "question": "Who hunts what mice eat?", "answer": "Tom", "type": "bridge", "level": "hard",
     "supporting_facts": [["Mice", 7], ["Cats", 0]]},
]  # fmt: skip
TITLES = {
    "Owls/1": ["Owls fly.", " Look!", " Owls hunt mice at night in the fields."],
    "Cats": ["Cats hunt mice by day around the house."],
    "Mice": ["Mice hide in summer.", " They eat the corn of farmer Tom."],
}


def squad_in(folder: Path, content=SQUAD) -> Path:
    file = folder / "squad.json"
    file.write_text(json.dumps(content))
    return file


def hotpot_in(folder: Path, content=HOTPOT, titles=TITLES) -> Path:
    file = folder / "hops.json"
    file.write_text(json.dumps(content))
    (folder / "hops_corpus.json").write_text(json.dumps(titles))
    return file
