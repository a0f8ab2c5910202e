"""The names of the catalogue as Emacs Lisp's constants, for clients/emacs."""

from __future__ import annotations

from .language import Schema

HEAD = """;;; statusd-names.el --- The names of the wire  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; What can fail, and what can be done about it.  Written by scripts/schema from schema/failures.json.

;;; Code:
"""
TAIL = """
(provide 'statusd-names)
;;; statusd-names.el ends here
"""


def modules(failures: Schema) -> dict[str, str]:
    """The texts of the modules by their names. `failures`: schema/failures.json."""
    kinds = [f"({entry['kind']} . {entry['code']})" for entry in failures["kinds"]]
    options = [f'"{entry["id"]}"' for entry in failures["options"]]
    body = constant("statusd-kinds", kinds, "What can fail: the kinds of failures, and their codes.")
    body += constant(
        "statusd-options", options, "The ids of recovery options, in the order in which failures offer them."
    )
    return {"statusd-names.el": f"{HEAD}{body}{TAIL}"}


def constant(name: str, elements: list[str], described: str) -> str:
    """One constant, a list with an element on each line."""
    listed = "\n    ".join(elements)
    return f'\n(defconst {name}\n  \'({listed})\n  "{described}")\n'
