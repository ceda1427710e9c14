"""The tools as LangChain has them: an agent of its own calls them, and cannot call them for ever."""

from fakes import small_kit
from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult

from ragkit.tools import Allowance, langchain_tools


class Stubborn(BaseChatModel):
    """A model that makes the same call again until it is told to answer."""

    @property
    def _llm_type(self):
        return "stubborn"

    def bind_tools(self, tools, **_):
        return self

    def _generate(self, messages, *_, **__):
        if "answer now" in str(messages[-1].content):
            message = AIMessage("Fish swim.")
        else:
            call = {"name": "keyword_search", "args": {"query": "river"}, "id": str(len(messages))}
            message = AIMessage("", tool_calls=[call])
        return ChatResult(generations=[ChatGeneration(message=message)])


def test_a_model_that_repeats_itself_is_told_to_answer_with_the_result_at_hand(tmp_path):
    tools = langchain_tools(small_kit(tmp_path), Allowance({"keyword_search": 2}))
    said = create_agent(Stubborn(), tools).invoke({"messages": [("user", "Who swims?")]})["messages"]
    replies = [message for message in said if message.type == "tool"]
    assert said[-1].content == "Fish swim." and len(replies) == 3
    assert all(reply.content.startswith("[fish]") for reply in replies)
    assert [passage.id for passage in replies[0].artifact] == ["fish"]


def test_each_tool_names_what_it_takes(tmp_path):
    takes = {tool.name: list(tool.args) for tool in langchain_tools(small_kit(tmp_path))}
    assert takes == {"keyword_search": ["query"], "semantic_search": ["query"], "read_passage": ["passage_id"]}
