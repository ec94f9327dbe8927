"""The documents as a site, with the scorer's interface from its docstrings: `make docs` builds it."""

from __future__ import annotations

project = "Knobeltisch"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = "Knobeltisch"
root_doc = "docs/README"
include_patterns = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**.md", "benchmarks/**.md"]
exclude_patterns = [".venv", "docs/site/build"]
myst_heading_anchors = 3
# Decisions and figures are reached by their links, not by a table of contents. A link to a folder is one on GitHub;
# script/lint finds those that are dead. Pygments draws no diagrams and reads no shortened JSON.
suppress_warnings = ["toc.not_included", "myst.header", "myst.xref_missing", "misc.highlighting_failure"]
autodoc_member_order = "bysource"
