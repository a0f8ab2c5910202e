;;; package-tests.el --- The package, as users install it  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A tar for package.el, of the files as they are, is installed in an Emacs that has nothing else.

;;; Code:

(require 'package)
(require 'support)

(defconst package--client (expand-file-name "clients/emacs" support-root))

(defun package--described ()
  "Return the package as the header of statusd.el describes it."
  (with-temp-buffer
    (insert-file-contents (expand-file-name "statusd.el" package--client))
    (package-buffer-info)))

(defun package--tar ()
  "Make a tar of the package in the folder of this test, and return its path."
  (let* ((name (package-desc-full-name (package--described)))
         (folder (support-path name))
         (tar (concat folder ".tar")))
    (make-directory folder)
    (dolist (file (directory-files package--client t "\\.el\\'"))
      (copy-file file (file-name-as-directory folder)))
    (should (zerop (call-process "tar" nil nil nil "-C" support-folder "-cf" tar name)))
    tar))

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

(ert-deftest statusd-the-package-is-described-as-in-its-header ()
  (let ((header (package--described)))
    (with-temp-buffer
      (insert-file-contents (expand-file-name "statusd-pkg.el" package--client))
      (let ((described (package-process-define-package (read (current-buffer)))))
        (dolist (part (list #'package-desc-name #'package-desc-version #'package-desc-summary #'package-desc-reqs))
          (should (equal (funcall part described) (funcall part header))))
        (should (equal (package-desc-version header) (version-to-list statusd-version)))))))

(ert-deftest statusd-the-package-is-installed-from-a-tar-and-works ()
  (support-with-folder
    (let* ((begin '(progn (require 'package)
                          (setq package-user-dir (expand-file-name "elpa" "~"))
                          (package-initialize)))
           (installed (package--emacs begin `(package-install-file ,(package--tar))))
           (output (package--emacs
                    begin
                    '(princ (format "<%s>" (autoloadp (symbol-function 'statusd-call))))
                    '(princ (format "<%s>" (plist-get (statusd-call 'fetchMenu) :status)))
                    '(statusd-menu)
                    '(princ (format "<%s>" (buffer-name)))
                    '(statusd-quit))))
      (ert-info (output)
        (should (string-suffix-p "<t><loaded><*statusd menu*>" output)))
      (ert-info (installed)
        (should-not (string-match-p "Warning:\\|Error:" installed))))))

(provide 'package-tests)
;;; package-tests.el ends here
