"""Documents of several formats to Markdown with headings, tables and pages, and then to passages.

- corpus: a folder of documents to passages
- reader: one file to one document, by its suffix; plain text and Markdown
- html: web pages, without their navigation
- pdf, pdf_worker: PyMuPDF in a separate process, because a PDF may be hostile
- columns, layout: from lines on a page to reading order, headings and paragraphs
- document: the result, the limits, the error
"""

from ragkit.documents.document import Document, Limits, Unreadable
from ragkit.documents.reader import FENCED, READERS, read

__all__ = ["FENCED", "READERS", "Document", "Limits", "Unreadable", "read"]
