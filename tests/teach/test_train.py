"""Training learns a toy task, leaves the base alone, and goes on after a kill as if there had been none."""

import pytest
import torch
from tiny_critic import by_evidence, toy

from ragkit.teach.checkpoint import OtherRun
from ragkit.teach.conditions import GateClosed
from ragkit.teach.critic import Critic
from ragkit.teach.judgement import flat
from ragkit.teach.lora import LoRA, LoraSettings
from ragkit.teach.loss import loss
from ragkit.teach.measure import mean_auc, measures
from ragkit.teach.parts import paired, parted
from ragkit.teach.prefixes import Prefixes
from ragkit.teach.recipe import Recipe
from ragkit.teach.train import SAVE_EVERY, Training

pytestmark = pytest.mark.slow

RECIPE = Recipe(
    lora=LoraSettings(rank=4, alpha=8, from_depth=0),
    learning_rate=2e-2,
    epochs=6,
    pairs_at_a_time=2,
    checks=4,
    patience=9,
)
PARTS = parted(paired(toy(train=8, dev=4, test=4)))
"""24 steps with 4 batches an epoch, and a check every 6."""


@pytest.fixture
def training(base, tmp_path):
    """A run with a new adapter in the test's folder."""

    def made(recipe=RECIPE, name="run.pt", parts=PARTS, **more):
        lora = LoRA(base.model, recipe.lora, recipe.seed)
        critic = Critic(base, lora, Prefixes(base, tmp_path / "prefixes"))
        run = Training(critic, parts.train, parts.dev, recipe, tmp_path / name, quiet=True, **more)
        return critic, run

    return made


def area(critic, pairs, taught=True):
    return mean_auc(measures(pairs, critic.odds(flat(pairs), taught)))


class Killed(BaseException):
    """As if the process had died."""


def killed_after(run, steps):
    """Let a run take some steps, and kill it in the middle of the next."""
    step = run._step

    def counted():
        if run._state.step == steps:
            raise Killed
        return step()

    run._step = counted
    with pytest.raises(Killed):
        run.run()


def test_what_can_be_learnt_is_learnt_on_documents_it_has_not_seen(training):
    critic, run = training()
    before = area(critic, PARTS.test)
    weights = {name: weight.clone() for name, weight in critic.base.model.state_dict().items()}
    plain = critic.odds(flat(PARTS.test), taught=False)
    state = run.run()
    assert before < 0.8 and area(critic, PARTS.test) == 1.0
    assert state.best_score == 1.0 and 0 < state.best_step <= 24
    assert critic.odds(flat(PARTS.test), taught=False) == plain
    assert all(torch.equal(weights[name], weight) for name, weight in critic.base.model.state_dict().items())


def test_what_only_the_evidence_tells_is_learnt_through_the_kept_prefixes(training):
    parts = parted(paired(toy(make=by_evidence)))
    critic, run = training(parts=parts)
    before = area(critic, parts.test)
    run.run()
    assert before < 0.8 and area(critic, parts.test) == 1.0


def test_every_check_is_in_the_history_by_kind(training):
    state = training()[1].run()
    assert [row["step"] for row in state.history] == [0, 6, 12, 18, 24]
    assert all(set(row["auc"]) == {"bird"} for row in state.history)
    assert state.step == 24 and state.ended == "all steps were taken"
    assert len(state.best_odds) == 8


@pytest.mark.parametrize("steps", [3, 7, SAVE_EVERY + 1, 23])
def test_a_killed_run_goes_on_to_the_same_weights(training, steps):
    unbroken, run = training(name="unbroken.pt")
    wanted = run.run()
    killed_after(training()[1], steps)
    critic, run = training()
    got = run.run()
    for name, weight in unbroken.lora.state_dict().items():
        assert torch.equal(weight, critic.lora.state_dict()[name]), name
    assert (got.step, got.best_step, got.best_odds) == (wanted.step, wanted.best_step, wanted.best_odds)
    assert [row["auc"] for row in got.history] == [row["auc"] for row in wanted.history]


def test_a_run_that_ended_does_nothing_when_it_is_called_again(training):
    first, run = training()
    run.run()
    critic, run = training()
    run._step = None  # would raise
    assert run.run().step == 24
    assert all(torch.equal(a, b) for a, b in zip(first.lora.parameters(), critic.lora.parameters()))


def test_the_seed_decides_and_another_one_takes_another_way(training):
    weights = [training(Recipe(**vars(RECIPE) | {"seed": seed}), f"{n}.pt") for n, seed in enumerate((0, 0, 1))]
    for _, run in weights:
        run.run()
    a, b, c = (critic.lora.changes["0-q_proj"].a for critic, _ in weights)
    assert torch.equal(a, b) and not torch.equal(a, c)


def test_a_batch_is_whole_pairs_and_an_epoch_has_each_pair_once(training):
    _, run = training()
    seen = []
    for step in range(8):
        run._state.step = step
        seen.append(run._batch())
    assert all(len(batch) == 2 for batch in seen)
    for epoch in (seen[:4], seen[4:]):
        assert sum(len(batch) for batch in epoch) == len(PARTS.train)
        assert {pair for batch in epoch for pair in batch} == set(PARTS.train)
    assert seen[:4] != seen[4:]


def test_the_time_ends_it_and_more_time_goes_on(training):
    ticks = iter(range(1000))
    _, run = training(seconds=10, clock=lambda: next(ticks))
    stopped = run.run()
    assert stopped.step == 10 and stopped.seconds == 10 and stopped.ended == ""
    assert [row["step"] for row in stopped.history] == [0, 6, 10]
    _, run = training(seconds=12, clock=lambda: next(ticks))
    assert run.run().step == 12
    _, run = training()
    assert run.run().step == 24


def test_it_stops_early_when_dev_does_not_get_better_and_keeps_the_best(training, monkeypatch):
    areas = iter([0.5, 0.9, 0.8, 0.7, 0.6])
    monkeypatch.setattr("ragkit.teach.critic.mean_auc", lambda _: next(areas))
    critic, run = training(Recipe(**vars(RECIPE) | {"patience": 2}))
    state = run.run()
    assert (state.step, state.best_step, state.best_score) == (18, 6, 0.9)
    assert state.ended == "dev did not get better in 2 checks"
    assert all(torch.equal(weight, state.best[name]) for name, weight in critic.lora.state_dict().items())


def test_a_measure_that_is_no_number_is_no_better_one(training, monkeypatch):
    areas = iter([0.5, 0.9, float("nan"), 0.7, 0.8])
    monkeypatch.setattr("ragkit.teach.critic.mean_auc", lambda _: next(areas))
    assert (state := training()[1].run()).best_step == 6 and state.best_score == 0.9


def test_a_gate_that_closes_stops_it_and_the_critic_before_is_kept(training, monkeypatch):
    areas = iter([0.5, 0.6, 0.7, 0.8, 0.9])
    monkeypatch.setattr("ragkit.teach.critic.mean_auc", lambda _: next(areas))
    calls = []

    def gate(_):
        calls.append(1)
        if len(calls) == 3:
            raise GateClosed("entailment fell")

    state = training(gates=[gate])[1].run()
    assert (state.step, state.best_step) == (12, 6)
    assert state.ended == "a gate closed: entailment fell"


def test_a_gate_that_never_lets_it_pass_leaves_nothing(training):
    calls = []

    def gate(_):
        calls.append(1)
        if len(calls) > 1:
            raise GateClosed("entailment fell")

    with pytest.raises(GateClosed, match="nothing was learnt.*a gate closed: entailment fell"):
        training(gates=[gate])[1].run()


def test_a_checkpoint_of_another_run_is_refused(training):
    killed_after(training(key="a")[1], 7)
    with pytest.raises(OtherRun, match=r"name another folder, or delete run\.pt"):
        training(key="b")[1].run()


def test_a_gradient_that_is_no_number_stops_it_and_the_critic_before_is_kept(training, monkeypatch):
    areas = iter([0.5, 0.6, 0.7])
    monkeypatch.setattr("ragkit.teach.critic.mean_auc", lambda _: next(areas))
    steps = []

    def sick_at_the_eighth(replies, settings):
        steps.append(1)
        found = loss(replies, settings)
        return found * float("nan") if len(steps) == 8 else found

    monkeypatch.setattr("ragkit.teach.critic.loss", sick_at_the_eighth)
    critic, run = training()
    state = run.run()
    assert (state.step, state.best_step, len(steps)) == (7, 7, 8)
    assert state.ended == "the gradient of step 8 was no number"
    assert all(torch.isfinite(weight).all() for weight in critic.lora.state_dict().values())
