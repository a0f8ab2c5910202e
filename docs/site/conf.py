"""How Sphinx makes the site of scripts/docs. Every page is a file of the repository, at its own place, so that the
links between them are the same on GitHub and here.
"""

project = "statusd"
html_title = "statusd"
extensions = ["myst_parser"]
# The pages of the site in their order; stage.py writes it.
root_doc = "contents"
# Anchors as GitHub makes them.
myst_heading_anchors = 6
# Blocks of code are in languages of which Pygments need not know everything: `console` with JSON in it.
highlight_options = {"default": {"stripnl": False}}
suppress_warnings = ["misc.highlighting_failure", "myst.header"]
html_theme = "furo"
html_show_sphinx = False
html_copy_source = False
# A browser fetches no page for its summary from file://, where the site is read.
html_show_search_summary = False
# A copyright line without a holder would say nothing; LICENSE has the terms.
html_show_copyright = False
