"""Tools with which an agent looks into the documents, at three grains (teams).

- grains: the three tools: search by words, search by meaning, read a passage with its neighbours
- allowance: how often each may be called in one run
- as_langchain: the same for an agent of LangChain

`python -m ragkit serve` offers them over MCP to any client.
"""

from ragkit.tools.allowance import Allowance
from ragkit.tools.as_langchain import langchain_tools
from ragkit.tools.grains import TOOLS, Tool, as_text, looked_for

__all__ = ["Allowance", "TOOLS", "Tool", "as_text", "langchain_tools", "looked_for"]
