"""The table of memories: newest first, failures told from verified answers."""

import pytest
from fakes import model
from samples import cells

from ragkit.state import Claim
from ragkit.widgets.runs.memories import memory_table


@pytest.fixture
def memory(kit):
    return kit(model(), memory=True).memory


def test_an_empty_memory_says_so(memory):
    html = memory_table(memory).data
    assert "Nothing is remembered yet." in html and "<table" not in html


def test_the_newest_is_first_with_question_mode_summary_time_and_id(memory):
    memory.failed("do fish sing", "not in the corpus")
    memory.verified("who hunts", [Claim("Owls hunt mice.", 1.0), Claim("Owls sing.", 0.0)], 0.25)
    verified, failed = cells(memory_table(memory).data)
    first, second = memory.entries()
    assert verified == ["who hunts", "verified", "Owls hunt mice.", second.when[:16].replace("T", " "), second.id]
    assert failed == ["do fish sing", "not in the corpus", "a failure", first.when[:16].replace("T", " "), first.id]


def test_the_caption_counts_verified_and_failed_by_mode(memory):
    memory.failed("do fish sing", "not in the corpus", ["fish song", "fish choir"])  # what it searched for is no entry
    memory.failed("do owls swim", "unsupported")
    memory.failed("do cats swim", "unsupported")
    memory.verified("who hunts", [Claim("Owls hunt mice.", 1.0)], 0.0)
    caption = "<caption>4 remembered: 1 verified, 3 failed (1 not in the corpus, 2 unsupported)</caption>"
    assert caption in memory_table(memory).data


def test_a_question_that_was_verified_later_is_a_failure_no_more(memory):
    memory.failed("who hunts", "unsupported")
    memory.verified("who hunts", [Claim("Owls hunt mice.", 1.0)], 0.0)
    assert "<caption>1 remembered: 1 verified, 0 failed</caption>" in memory_table(memory).data
