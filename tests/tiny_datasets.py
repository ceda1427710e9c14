"""Three datasets of a few lines, in the formats of SQuAD, HotpotQA and MuSiQue."""

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
OWLS = "Owls fly far. Owls hunt mice at night in the fields."
MICE = "Mice hide in summer. They eat the corn of farmer Tom."
AGE = "Mice live for two years in the house."
MUSIQUE = [
    {"id": "2hop__1_2", "question": "Whose corn does the prey of owls eat?", "answer": "Tom",
     "answer_aliases": ["farmer Tom", "Tom"], "answerable": True,
     "paragraphs": [{"idx": 0, "title": "Owls", "paragraph_text": OWLS, "is_supporting": True},
                    {"idx": 1, "title": "Mice", "paragraph_text": MICE, "is_supporting": True}],
     "question_decomposition": [
         {"id": 1, "question": "Owls >> prey", "answer": "mice", "paragraph_support_idx": 0},
         {"id": 2, "question": "Whose corn do #1 eat ?", "answer": "Tom", "paragraph_support_idx": 1}]},
    {"id": "3hop1__3_4_12", "question": "How long does the prey of the birds live that hunt mice?", "answer": "2 years",
     "paragraphs": [{"idx": 7, "title": "Owls", "paragraph_text": OWLS},
                    {"idx": 3, "title": "Mice", "paragraph_text": AGE}],
     "question_decomposition": [
         {"question": "Who hunts mice?", "answer": "Owls", "paragraph_support_idx": 7},
         {"question": "What do #1 hunt ?", "answer": "mice", "paragraph_support_idx": 7},
         {"question": "How long do #2 live, hunted by #1 ?", "answer": "2 years", "paragraph_support_idx": 3}]},
]  # fmt: skip


def squad_in(folder: Path, content=SQUAD) -> Path:
    file = folder / "squad.json"
    file.write_text(json.dumps(content))
    return file


def hotpot_in(folder: Path, content=HOTPOT, titles=TITLES) -> Path:
    file = folder / "hops.json"
    file.write_text(json.dumps(content))
    (folder / "hops_corpus.json").write_text(json.dumps(titles))
    return file


def musique_in(folder: Path, content=MUSIQUE) -> Path:
    file = folder / "musique.json"
    file.write_text(json.dumps(content))
    return file
