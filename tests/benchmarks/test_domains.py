"""What is measured of the domain detector, on a corpus of two archives."""

from types import SimpleNamespace

import pytest

from benchmarks.domains import domains_table, measured
from ragkit.documents.tiers import Tier
from ragkit.evaluate.golden.questions import Question, Support
from ragkit.settings import Settings

NEAR = {
    "dams": {"rivers": 0.6, "leagues": 0.1},
    "cups": {"rivers": 0.1, "leagues": 0.7},
    "tea": {"rivers": 0.2, "leagues": 0.1},
}


def kit(*archives):
    domains = SimpleNamespace(archives=[Tier(name) for name in archives], similarities=lambda question: NEAR[question])
    return SimpleNamespace(domains=domains, settings=Settings(domain_from=0.3))


def asked(about, part, archive=""):
    support = (Support(f"{archive}/a.md", "q"),) if archive else ()
    return Question(f"{about}-{part}", about, "factual", archive or None, (), support, "easy", part=part)


def test_the_threshold_is_chosen_on_fit_and_the_one_in_force_is_tested_on_test():
    fit = [asked("dams", "fit", "rivers"), asked("cups", "fit", "leagues"), asked("tea", "fit"), asked("tea", "fit")]
    test = [asked("dams", "test", "rivers"), asked("cups", "test", "rivers"), asked("tea", "test")]
    found = measured(kit("rivers", "leagues"), [*fit, *test, asked("dams", "locked", "rivers")])
    assert found["chosen"]["n"] == 4 and 0.2 < found["chosen"]["threshold"] < 0.7 and found["in force"] == 0.3
    assert found["test"]["routed"]["mean"] == 0.5 and found["test"]["none"]["mean"] == 1.0


def test_each_threshold_has_its_scores_on_fit():
    """At .2 the question about tea (.2) is sent to an archive, at .25 to none."""
    fit = [asked("dams", "fit", "rivers"), asked("cups", "fit", "leagues"), asked("tea", "fit"), asked("tea", "fit")]
    found = measured(kit("rivers", "leagues"), [*fit, asked("dams", "test", "rivers"), asked("tea", "test")])
    none = {cut: scores["none"]["mean"] for cut, scores in found["on fit"].items()}
    assert none["0.20"] == 0.0 and none["0.25"] == none["0.50"] == 1.0
    table = domains_table(found)
    assert "| 0.20, fit | 1.00 [1.00, 1.00] (n=2) | 0.00 [0.00, 0.00] (n=2) |" in table
    assert "| 0.30 (in force), test | 1.00 [1.00, 1.00] (n=1) | 1.00 [1.00, 1.00] (n=1) |" in table


def test_a_corpus_without_archives_is_an_error_that_says_what_to_do():
    with pytest.raises(ValueError, match="list its folders in tiers.yml"):
        measured(kit(), [])
