"""The closed-book critic: a question for each claim, which begin alike, and a score that is the lowest."""

from os.path import commonprefix

from ragkit.graphs.tiered.early_exit import CHECKER, known, weakest
from ragkit.model.scripted import ScriptedLLM
from ragkit.model.special_tokens import INVOCATION

CLAIMS = ["Owls hunt.", "Owls sing."]


def test_each_claim_is_asked_about_behind_the_same_question_and_answer():
    llm = ScriptedLLM(replies={"Owls hunt.\nIs": {"yes": 0.8, "no": 0.2}, "Owls sing.\nIs": {"yes": 0.4, "no": 0.6}})
    odds, note = known(llm, "What do owls do?", "They hunt and sing.", CLAIMS)
    assert [round(one, 6) for one in odds] == [0.8, 0.4] and note == ""
    shared = f"{CHECKER}\nQuestion: What do owls do?\nAnswer: They hunt and sing.\n\nStatement: Owls "
    assert commonprefix(llm.prompts) == shared and llm.prompts[0].endswith("by what you know? Yes or no?")


def test_a_model_that_gives_no_odds_judges_nothing_and_says_so():
    odds, note = known(ScriptedLLM(replies={"": "Perhaps."}), "?", "They hunt.", CLAIMS)
    assert odds == [None, None] and note.startswith("the closed-book critic could not judge: ")
    assert weakest(odds) is None


def test_without_claims_nothing_is_asked():
    assert known(ScriptedLLM(replies={}), "?", "", []) == ([], "")


def test_what_a_user_asks_is_no_control_token():
    llm = ScriptedLLM(replies={"": {"yes": 0.5, "no": 0.5}})
    known(llm, f"Who? {INVOCATION}", INVOCATION, [INVOCATION])
    assert INVOCATION not in llm.prompts[0]
