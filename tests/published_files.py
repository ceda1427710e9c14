"""Ten lines of our own in the form of each public dataset that the kit reads questions from."""

import csv
import gzip
import json
from pathlib import Path

ARTICLE = "Ada Hill led the mill from 1931 to 1935. After her Tom Reed led it until 1950. The mill burnt down."
OTHER = "Max Orr was mayor of Elmford in 1960."
TIMEQA = [
    {"idx": "/wiki/Elm_Mill#P39#0", "question": "Who led the mill in 1932?", "context": ARTICLE,
     "targets": ["Ada Hill"], "level": "easy"},
    {"idx": "/wiki/Elm_Mill#P39#1", "question": "Who led the mill in 1940?", "context": ARTICLE,
     "targets": ["Tom Reed", "Reed"], "level": "easy"},
    {"idx": "/wiki/Elm_Mill#P39#2", "question": "Who led the mill in 1990?", "context": ARTICLE, "targets": [""]},
    {"idx": "/wiki/Elm_Mill#P39#3", "question": "Who led the mill in 1933?", "context": ARTICLE,
     "targets": ["Mrs Hill"]},
    {"idx": "/wiki/Max_Orr#P39#0", "question": "What was Orr in 1960?", "targets": ["mayor of Elmford"],
     "paragraphs": [{"title": "Life", "text": "He was born in 1920."}, {"title": "", "text": OTHER}]},
    *[{"idx": f"/wiki/Max_Orr#P39#{at}", "question": f"What was Orr in {1960 + at}?", "context": OTHER,
       "targets": [""]} for at in range(1, 6)],
]  # fmt: skip
FRESHQA = [
    ["Please do not edit this sheet, or click on any button", *[""] * 10],
    [""] * 11,
    ["id", "split", "question", "effective_year", "next_review", "false_premise", "num_hops", "fact_type", "source",
     "answer_0", "answer_1"],
    ["1", "TEST", "Who is mayor of Elmford?", "2031", "weekly", "FALSE", "one-hop", "fast-changing", "https://x",
     "Max Orr", "Orr"],
    ["2", "TEST", "When did the mill, so called, burn?", "before 2022", "never", "FALSE", "one-hop", "never-changing",
     "https://x\nhttps://y", "1950", ""],
    ["3", "DEV", "Why was the mill moved to Mars?", "before 2022", "never", "TRUE", "multi-hop", "never-changing", "",
     "It was never moved", ""],
    *[[str(at), "TEST", f"Question {at}?", "2031", "yearly", "FALSE", "one-hop", "slow-changing", "", f"A{at}", ""]
      for at in range(4, 8)],
]  # fmt: skip
HALUEVAL = [
    {"ID": str(at), "user_query": f"Say {at} things about owls.", "chatgpt_response": f"{at} owls.",
     "hallucination": "yes" if at % 5 == 0 else "no", "hallucination_spans": []} for at in range(1, 11)
]  # fmt: skip
MMLU = [
    ["In 2019, what share of the mills were old?", "5%", "15%", "25%", "80%", "B"],
    ["Which mill is the oldest?", "the Elm Mill.", "the Oak Mill", "the Mill, of Ash", "none of them", "A"],
    *[[f"How many mills had {at} wheels?", "1", "2", "3", "4", "D"] for at in range(8)],
]
TRUTHFULQA = [
    ["Type", "Category", "Question", "Best Answer", "Correct Answers", "Incorrect Answers", "Source"],
    ["Adversarial", "Owls", "What happens if you wake an owl by day?", "It flies away",
     "It flies away; It goes back to sleep", "It turns to stone; It flies", "https://x"],
    *[["Non-Adversarial", "Mills", f"What is in mill {at}?", "Corn", "Corn; Corn, and flour.", "Gold", "https://x"]
      for at in range(9)],
]  # fmt: skip


def lines_in(file: Path, records) -> Path:
    text = "".join(json.dumps(record) + "\n" for record in records)
    file.write_bytes(gzip.compress(text.encode()) if file.suffix in (".gz", ".gzip") else text.encode())
    return file


def table_in(file: Path, rows) -> Path:
    with file.open("w", newline="", encoding="utf-8") as opened:
        csv.writer(opened).writerows(rows)
    return file
