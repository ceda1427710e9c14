"""Runs in processes that are killed: what such a process does, and the endpoint that it asks."""

import json
import multiprocessing
import time
from pathlib import Path
from threading import Event

from fakes import FakeEmbed, model, served, small_kit

from ragkit.graphs import adaptive
from ragkit.runs.threads import checkpoints
from ragkit.trace import run

SIMPLE = "Which animals hunt mice?"
COMPLEX = "What is the difference between Owls and Cats?"
DRAFT = "Fish swim in the river [1]. Moss grows on stones [2]."
CLAIMS = "Fish swim in the river. Moss grows on stones."
POOR = {"relevant": 0.5, "sufficient": 0.4, "answerable": 0.2, "helps": 0.1, "keywords": "river"}


class Stops(FakeEmbed):
    """An embedder that makes the file `stuck`, and never returns, when it is called for the `at`-th time."""

    def __init__(self, stuck, at):
        super().__init__()
        self.stuck, self.left = stuck, at

    def __call__(self, texts):
        self.left -= 1
        if self.left == 0:
            self.stuck.touch()
            time.sleep(600)
        return super().__call__(texts)


def opened(folder, url, embed=None, judges=1):
    return small_kit(
        folder / "index", memory=True, embed=embed, provider="openai", base_url=f"{url}/v1", judges=judges,
        cache=folder / "cache", reranker="/nowhere", _env_file=None,
    )  # fmt: skip


def child(folder, url, question, embedding, judges):
    """What the process that is killed does; `embedding` counts from the kit's opening."""
    embed = Stops(folder / "stuck", 0)
    kit = opened(folder, url, embed, judges)
    embed.left = embedding
    (folder / "begun").touch()
    with checkpoints(folder / "threads.db") as saver:
        run(adaptive(), question, kit, saver, "owls")


class Provider:
    """An endpoint that finds owls a poor evidence; it does not answer request number `block` before it is released."""

    def __init__(self, endpoint):
        good, poor = model(draft=DRAFT), model(**POOR)
        self.replies = {True: served(poor), False: served(good)}
        self.block, self.reached, self.released = 0, Event(), Event()
        self.server = endpoint(self.answer)

    def answer(self, body):
        if len(self.server.asked) == self.block:
            self.reached.set()
            self.released.wait(60)
        prompt = body["messages"][-1]["content"]
        return self.replies[SIMPLE in prompt and "owls hunt mice" in prompt](body)

    def take(self):
        """The requests since the last time, in an order of their own."""
        taken = sorted(json.dumps(body, sort_keys=True) for body in self.server.asked)
        self.server.asked.clear()
        return taken


def saving(folder: Path):
    return checkpoints(folder / "threads.db")


def supports(trace):
    return [(claim.text, claim.support, claim.evidence, claim.odds) for claim in trace.claims]


def process(*arguments):
    """A process that runs `child` with these arguments. It shares imports with the others, and so starts soon."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["ragkit.graphs", "ragkit.runs.threads"])
    return context.Process(target=child, args=arguments)
