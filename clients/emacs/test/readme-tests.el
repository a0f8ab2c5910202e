;;; readme-tests.el --- The code of README.md  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Every block of README.md does what the page says.

;;; Code:

(require 'support)

(defun readme--evaluate (text)
  "Evaluate TEXT, a block of README.md."
  (with-temp-buffer
    (insert text)
    (eval-buffer)))

(ert-deftest statusd-the-first-command-of-the-readme-works ()
  (let ((block (car (support-readme))))
    (should (<= (length (split-string block "\n" t)) 5))
    (support-with-daemon nil
      (readme--evaluate block)
      (call-interactively 'my-menu)
      (should (support-said-p "starters")))))

(ert-deftest statusd-every-block-of-the-readme-works ()
  (support-with-daemon nil
    (let ((load-path load-path)
          (statusd-screen-functions statusd-screen-functions)
          (statusd-resources nil)
          (statusd-mode-line-resource nil)
          (frame-title-format nil))
      (statusd-ready) ; The server and the thermometer of the page are not there.
      (mapc #'readme--evaluate (support-readme))
      (should (member "setAutoPolling" (support-methods)))
      (support-until (support-said-p "loaded"))
      (support-until (support-said-p "The menu is content"))
      (statusd-refresh "state")
      (support-until (equal frame-title-format "content")))))

(provide 'readme-tests)
;;; readme-tests.el ends here
