"""The web as a source of evidence: recorded in a folder, or live. What comes is data, bounded, and checked.

- search: `open_web`, and `Web.search`, which asks one provider after the other and never raises for their trouble
- duckduckgo, wikipedia, tavily, recorded: who can be asked; provider: what they have in common
- page: what a search gives, as visible text
- fetch: one page, from public addresses only (addresses), within a time (patience), as text (readable)
- rank: pages to passages
"""

from ragkit.web.page import Page, WebFailed
from ragkit.web.search import Found, Web, open_web

__all__ = ["Found", "Page", "Web", "WebFailed", "open_web"]
