"""Tools over the Model Context Protocol: evidence from another process, bounded and checked (tiny).

- tools: `open_tools`, and `Tools.ask`, which never raises and notes what went wrong
- session: one server that is held open, called by nodes that know nothing of event loops
- process: a server's process as two streams, with a bound on what is read
- guard: kills a server when the kit is gone
- launch: the command of a server, and the environment that it gets
- reply: from a reply to pieces of evidence
- offer: a tool of the kit's own server
- server: the kit's own server, also that of `python -m ragkit serve`
- failed: the errors

It needs the packages of the extra `mcp`, which are imported where a server is first needed.
"""

from ragkit.mcp.offer import Offer
from ragkit.mcp.tools import INSTALL, Tools, open_tools

__all__ = ["INSTALL", "Offer", "Tools", "open_tools"]
