;;; package-tests.el --- The package, as users install it  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The folder of the client is installed by package.el in an Emacs that has nothing else.

;;; Code:

(require 'support)

(defun package--emacs (&rest forms)
  "Return what another Emacs, with an empty home, prints for FORMS."
  (with-temp-buffer
    (let ((process-environment
           (append (list (concat "HOME=" (support-path "")) "XDG_CONFIG_HOME=/proc/nonexistent"
                         (concat "STATUSD=" (support-binary)))
                   process-environment))
          (default-directory (support-path "")))
      (call-process (expand-file-name invocation-name invocation-directory) nil t nil "-Q" "--batch"
                    "--eval" (prin1-to-string (cons 'progn forms))))
    (buffer-string)))

(ert-deftest statusd-the-package-is-installed-and-has-what-the-readme-says ()
  (support-with-folder
    (let* ((begin '(progn (require 'package)
                          (setq package-user-dir (expand-file-name "elpa" "~"))
                          (package-initialize)))
           (client (expand-file-name "clients/emacs" support-root))
           (installed (package--emacs begin `(package-install-file ,client)))
           (output (package--emacs
                    begin
                    '(princ (format "<%s>" (autoloadp (symbol-function 'statusd-call))))
                    `(with-temp-buffer (insert ,(car (support-readme))) (eval-buffer))
                    '(call-interactively 'my-menu)
                    '(statusd-menu)
                    '(princ (format "<%s>" (buffer-name)))
                    '(statusd-quit))))
      (ert-info (output)
        (dolist (text '("<t>" "starters, pastas" "<*statusd menu*>"))
          (should (string-search text output))))
      (ert-info (installed)
        (should-not (string-match-p "Warning:\\|Error:" installed))))))

(provide 'package-tests)
;;; package-tests.el ends here
