"""The web as a source of evidence, live or recorded in a folder. Its pages are untrusted data.

- search: `open_web`, and `Web.search`, which tries the providers in order and notes their failures
- provider: the interface of a provider; duckduckgo, wikipedia, tavily and recorded implement it
- page: a search result as visible text
- fetch: one page, from public addresses only (addresses), in limited time (timeout), as text
  (readable)
- rank: pages to passages
"""

from ragkit.web.page import (
    LONGEST_QUERY,
    LONGEST_TEXT,
    LONGEST_TITLE,
    Page,
    WebFailed,
    is_web,
    one_line,
    visible,
)
from ragkit.web.rank import LENGTH, OVERLAP, ranked
from ragkit.web.search import Limits, Web, open_web
from ragkit.web.timeout import within

__all__ = [
    "LENGTH",
    "LONGEST_QUERY",
    "LONGEST_TEXT",
    "LONGEST_TITLE",
    "Limits",
    "OVERLAP",
    "Page",
    "Web",
    "WebFailed",
    "is_web",
    "one_line",
    "open_web",
    "ranked",
    "visible",
    "within",
]
