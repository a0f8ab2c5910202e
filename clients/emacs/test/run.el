;;; run.el --- Runs every test  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Run by `emacs -Q --batch -l clients/emacs/test/run.el'.

;;; Code:

(require 'ert)

(let ((tests (file-name-directory load-file-name)))
  (add-to-list 'load-path tests)
  (add-to-list 'load-path (expand-file-name ".." tests))
  (setq load-prefer-newer t)
  (dolist (file (directory-files tests t "-tests\\.el\\'"))
    (load file nil t)))

(ert-run-tests-batch-and-exit)

;;; run.el ends here
