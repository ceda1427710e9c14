"""What stops teaching a writer, each fault with the example that has it."""

import pytest
from examples import CATS, OWLS, STATED, example, nothing
from tiny_critic import GROUPS

from ragkit.state import Passage
from ragkit.teach.gates import Leak
from ragkit.teach.writing.gates import alone, auc, hold


def many(count, **more):
    """Examples with as many needed passages, each at the first place and then at the second."""
    rows = []
    for number in range(count):
        own = Passage(f"o{number}", f"Owls hunt 12 mice in {number} nights.")
        passages, place = ((own, CATS), 1) if number % 2 else ((CATS, own), 2)
        rows.append(example(f"e{number}", passages=passages, answer=f"Owls hunt 12 mice. [{place}]", **more))
    return rows


def test_examples_without_a_fault_are_held():
    hold([example(), nothing(question="Who hunts?")])
    hold(many(40))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("Owls hunt 13 mice. [1]", "e: the cited passages do not have 13"),
        ("Owls hunt 12 mice. [2]", "e: the cited passages do not have 12"),
        ("The owls of Kahn hunt. [1]", "e: the cited passages do not have Kahn"),
        ("Owls hunt 12 mice.", "e: no citation behind 'Owls hunt 12 mice.'"),
        ("Owls hunt. Cats sleep. [2]", "e: no citation behind 'Owls hunt.'"),
        ("Owls hunt 12 mice. [3]", "e: 3 is cited, and there are 2 passages"),
        ("Owls hunt 12 mice. [0]", "e: 0 is cited, and there are 2 passages"),
        ("", "e: the answer is empty"),
    ],
)
def test_an_answer_that_its_passages_do_not_have_or_that_cites_badly_is_named(answer, said):
    with pytest.raises(Leak) as caught:
        hold([example(answer=answer)])
    assert said in str(caught.value) and "leave these examples out" in str(caught.value)


def test_what_the_question_names_may_be_in_the_answer():
    hold([example(question="Do the owls of Kahn hunt?", answer="The owls of Kahn hunt. [1]")])


def test_nothing_has_to_be_the_exact_refusal():
    with pytest.raises(Leak, match="e: is of the kind 'nothing', and its answer is not exactly: I cannot"):
        hold([example(kind="nothing", answer=STATED)])


def test_five_faults_are_named_and_the_others_counted():
    with pytest.raises(Leak, match="and 2 more"):
        hold([example(answer="Owls.")] * 7)


def test_a_passage_or_a_question_in_two_parts_is_a_leak():
    train, dev = GROUPS["train"][0], GROUPS["dev"][0]
    with pytest.raises(Leak, match="in two parts of the data: 'Cats sleep by day.'"):
        hold([example(group=train), example(group=dev, passages=(OWLS, CATS), question="Who?")])
    other = Passage("x", "Owls hunt 12 mice, too.")
    with pytest.raises(Leak, match=r"in two parts of the data: 'Who hunts\?'"):
        hold([example(group=train, passages=(OWLS,)), example(group=dev, passages=(other,))])


def test_a_question_that_tells_by_its_words_that_it_has_no_answer_is_a_leak():
    rows = []
    for number in range(40):
        group = GROUPS["train"][number % 8]
        rows.append(example(group=group))
        rows.append(nothing(group=group))  # Who swims?, and not: Who hunts?
    told = alone(rows)
    assert auc(told[1::2], told[0::2]) == 1.0
    with pytest.raises(Leak, match=r"tells 40 refusals from 40 answers with AUC 1\.000; .* by kind: sentence 1\.000"):
        hold(rows)
    same = [nothing(group=one.group, question="Who hunts?") if one.is_refusal else one for one in rows]
    hold(same)


def test_a_few_questions_that_differ_by_chance_are_no_leak():
    hold([example(group=GROUPS["train"][0]), nothing(group=GROUPS["train"][1])])


def test_with_one_document_nothing_is_fitted():
    assert alone([example(), nothing()]) == [0.5, 0.5]


def test_the_needed_passage_always_at_the_first_of_two_places_is_a_leak():
    rows = [one for one in many(80) if one.answer.endswith("[1]")]
    # 40 lists, the mean place a quarter; 3 / sqrt(12 * 40) is 0.14
    with pytest.raises(Leak, match=r"on average at 0\.25 of the list"):
        hold(rows)


def test_a_list_counts_once_however_many_questions_are_asked_of_it():
    hold([example(f"e{number}") for number in range(80)])
