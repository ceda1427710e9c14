"""Documents of several formats to Markdown with headings, tables and pages, and then to passages.

- corpus, folder: a folder of documents to passages
- reader: one file to one document, by its suffix
- limited, worker: a process that reads files and can be stopped, because a file may be hostile
- formats: which reader is for which format
- encodings: bytes to text, with notes on what was guessed or lost
- plain, sections: plain text and Markdown, and the headings of a text
- html, html_parts, html_markdown: web pages, without their navigation
- pdf_lines, pdf: what PyMuPDF finds on the pages of a PDF, and why there is no text
- columns, layout: from lines on a page to reading order, headings and paragraphs
- document_type, density, about: what is known of a document beside its text
- document: the result, the limits, the error
"""

from ragkit.documents.document import Document, Limits, Unreadable
from ragkit.documents.reader import READERS, read

__all__ = ["READERS", "Document", "Limits", "Unreadable", "read"]
