"""Which of LangChain's classes a chat model is, told by its name.

The classes take a second to import, and a process that asks no model needs none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from langchain_core.language_models import BaseChatModel

if TYPE_CHECKING:
    from langchain_ollama import ChatOllama
    from langchain_openai import ChatOpenAI


def is_openai(llm: BaseChatModel) -> TypeGuard[ChatOpenAI]:
    """Whether a chat model asks an OpenAI-compatible endpoint."""
    return _has_class(llm, "ChatOpenAI")


def is_ollama(llm: BaseChatModel) -> TypeGuard[ChatOllama]:
    """Whether a chat model asks Ollama."""
    return _has_class(llm, "ChatOllama")


def _has_class(llm: BaseChatModel, name: str) -> bool:
    return any(kind.__name__ == name for kind in type(llm).__mro__)
