"""A small graph that holds a conversation, a kit for it, and an endpoint that writes as slowly as it is told to."""

from contextlib import contextmanager

from fakes import small_kit
from langgraph.graph import END, START, StateGraph
from trickle import trickling

from ragkit.conversation import ConversationState, FollowUp
from ragkit.graphs.advanced.keep_turn import keep_turn
from ragkit.kit import Kit
from ragkit.nodes import generate, retrieve
from ragkit.runs.chat_turns import ChatTurn

QUESTION = "When do owls hunt mice?"


def follow_up(state: ConversationState) -> dict:
    """Takes a question with `they` for a follow-up, and the last question for what it is about."""
    if not state.history:
        return {"follow_up": FollowUp("first", "nothing was said before", queries=(state.question,))}
    before = state.history[-1].typed
    if "they" not in state.question:
        sort = FollowUp("standalone", "it has no pronoun", queries=(state.question,))
        return {"follow_up": sort, "queries": [state.question]}
    rewrite = f"{state.question} {before}"
    return {
        "follow_up": FollowUp("follow-up", "a pronoun", True, rewrite, "", (rewrite,)),
        "queries": [rewrite],
    }


def chatting() -> StateGraph:
    graph = StateGraph(ConversationState, context_schema=Kit)
    graph.add_node("conversational_rewrite", follow_up)
    for node in (retrieve, generate, keep_turn):
        graph.add_node(node.__name__, node)
    names = [START, "conversational_rewrite", "retrieve", "generate", "keep_turn", END]
    for one, other in zip(names, names[1:], strict=False):
        graph.add_edge(one, other)
    return graph


@contextmanager
def chat_kit(folder):
    """A kit whose answers are streamed by `trickle.py`; yields it and the server, which has `asked`."""
    with trickling() as server:
        kit = small_kit(folder, provider="openai", base_url=server.url, reuse_replies=False, judges=1)
        yield kit, server
        kit.close()


def ended(events) -> ChatTurn:
    """The turn at the end of what a session tells."""
    *_, turn = events
    return turn
