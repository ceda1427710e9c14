"""One file to one document: whatever it was, Markdown comes out, with headings, tables and pages.

- reader: by suffix, in any encoding; plain text and Markdown
- html: web pages without their furniture
- pdf, pdf_worker: PyMuPDF in a process of its own, because PDFs may be hostile
- columns, layout: from lines on a page to reading order, headings and paragraphs
- document: the result, the limits, the error
- quotes: find a quotation again, however the text was wrapped
"""

from ragkit.read.document import Document, Limits, Unreadable
from ragkit.read.reader import FENCED, READERS, read

__all__ = ["FENCED", "READERS", "Document", "Limits", "Unreadable", "read"]
