"""A language server without features, by pygls (PyPI): Content-Length framing, wants `initialize` first."""

from pygls.lsp.server import LanguageServer

LanguageServer("conformance", "1").start_io()
