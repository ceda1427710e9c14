"""Runs that are kept: as a file, as a thread that goes on after a kill, and as a chat."""

from ragkit.runs.chat_file import ChatFileError
from ragkit.runs.chat_question import NotAsked
from ragkit.runs.chat_turns import Change, ChatTurn, Conversation, Thread
from ragkit.runs.conversations import FILE, Conversations
from ragkit.runs.session import AnyGraph, Session, Told, system_of
from ragkit.runs.trace_file import load, load_all, packed, save
from ragkit.runs.variant import changeable

__all__ = [
    "FILE",
    "AnyGraph",
    "Change",
    "ChatFileError",
    "ChatTurn",
    "Conversation",
    "Conversations",
    "NotAsked",
    "Session",
    "Thread",
    "Told",
    "changeable",
    "load",
    "load_all",
    "packed",
    "save",
    "system_of",
]
