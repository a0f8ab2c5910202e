"""The constants of Emacs Lisp that scripts/schema writes."""

from __future__ import annotations

from generation import elisp


def test_the_names_are_lists_in_the_catalogues_order() -> None:
    failures = {
        "kinds": [{"kind": "offline", "code": 1100}, {"kind": "timeout", "code": 1104}],
        "options": [{"id": "cancel"}, {"id": "tryAgain"}],
    }
    text = elisp.modules(failures)["statusd-names.el"]
    assert "(defconst statusd-kinds\n  '((offline . 1100)\n    (timeout . 1104))\n" in text
    assert '(defconst statusd-options\n  \'("cancel"\n    "tryAgain")\n' in text
    assert text.endswith("(provide 'statusd-names)\n;;; statusd-names.el ends here\n")
