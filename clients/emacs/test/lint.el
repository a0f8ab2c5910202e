;;; lint.el --- Compiler, checkdoc and package-lint over the client  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Run by `emacs -Q --batch -l clients/emacs/test/lint.el'.  Prints every warning, and ends with status 1
;; if there is one.  Compiled files are not kept.

;;; Code:

(require 'bytecomp)
(require 'checkdoc)

(defconst lint--client (expand-file-name ".." (file-name-directory load-file-name)))
(defconst lint--sources (directory-files lint--client t "\\.el\\'"))
(defconst lint--tests (directory-files (expand-file-name "test" lint--client) t "\\.el\\'"))
(defconst lint--unknown-release "uninstallable in all released Emacs versions"
  "The package-lint of Debian 12 is older than Emacs 28.")
(defvar lint--warnings 0)

(defun lint--say (file line text)
  "Print that TEXT is wrong in LINE of FILE."
  (setq lint--warnings (1+ lint--warnings))
  (message "%s:%s: %s" (file-relative-name file) line text))

(defun lint--compile (files)
  "Compile FILES, and print all warnings."
  (let* ((folder (make-temp-file "statusd-lint" t))
         (byte-compile-dest-file-function
          (lambda (file) (expand-file-name (concat (file-name-nondirectory file) "c") folder)))
         (byte-compile-error-on-warn t))
    (unwind-protect
        (dolist (file files)
          (unless (byte-compile-file file)
            (lint--say file 1 "does not compile without a warning")))
      (delete-directory folder t))))

(defun lint--check-documentation (files)
  "Print the warnings of checkdoc about FILES."
  (let ((checkdoc-create-error-function
         (lambda (text start _end &optional _unfixable)
           (lint--say buffer-file-name (if start (line-number-at-pos start) 1) text)
           nil)))
    (dolist (file files)
      (with-current-buffer (find-file-noselect file)
        (checkdoc-current-buffer t)))))

(defun lint--check-package (files)
  "Print the warnings of package-lint (Debian's elpa-package-lint) about FILES."
  (require 'package)
  (dolist (folder (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa/*" t))
    (add-to-list 'load-path folder))
  (require 'package-lint)
  (defvar package-lint-main-file)
  (declare-function package-lint-buffer "package-lint")
  (let ((package-lint-main-file (expand-file-name "statusd.el" lint--client)))
    (dolist (file files)
      (with-current-buffer (find-file-noselect file)
        (pcase-dolist (`(,line ,_column ,_level ,text) (package-lint-buffer))
          (unless (string-match-p lint--unknown-release text)
            (lint--say file line text)))))))

(dolist (folder (list lint--client (expand-file-name "test" lint--client)))
  (add-to-list 'load-path folder))
(setq load-prefer-newer t)
(lint--compile (append lint--sources lint--tests))
(lint--check-documentation (append lint--sources lint--tests))
(lint--check-package lint--sources)
(message "%d warnings" lint--warnings)
(kill-emacs (if (zerop lint--warnings) 0 1))

;;; lint.el ends here
