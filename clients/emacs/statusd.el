;;; statusd.el --- States of systems, fetched, remembered and retried  -*- lexical-binding: t; -*-

;; Author: the authors of statusd
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: comm, tools
;; URL: https://statusd.example/clients/emacs
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A client of statusd, the daemon that fetches, remembers, retries and reports.  It is started by the
;; first command and shared by all.
;;
;;   M-x statusd-menu                  the menu in groups; g fetches, r or RET recovers from a failure
;;   M-x statusd-fleet                 the fleet, who carries what
;;   M-x statusd-show                  any resource of the daemon
;;   M-x statusd-refresh               fetches
;;   M-x statusd-toggle-auto-polling   fetches again and again
;;   M-x statusd-recover               chooses what is done about a failure
;;   M-x statusd-location-start        follows the place of this computer
;;   M-x statusd-mode-line-mode        shows a resource in the mode line
;;   M-x statusd-quit                  ends the daemon
;;
;; The program is $STATUSD, else `statusd-program', else statusd of `exec-path'.
;;
;; For programs:
;;
;;   (condition-case error
;;       (plist-get (statusd-call 'fetchMenu) :value)
;;     (statusd-error
;;      (message "%s" (statusd-error-message error))
;;      (statusd-recover-from error 'tryAgain)))
;;
;; `statusd-request' does the same without waiting.  `statusd-notification-functions' and
;; `statusd-screen-functions' say what changes.  README.md has everything else.

;;; Code:

(require 'statusd-names)
(require 'statusd-view)
(require 'statusd-menu)
(require 'statusd-map)
(require 'statusd-location)
(require 'statusd-places)
(require 'statusd-mode-line)

(defun statusd--chosen-name ()
  "Return the resource that a command is about.
It is that of this buffer, else the first; with a prefix argument the user
chooses."
  (cond (current-prefix-arg (statusd--read-name))
        (statusd-view-name)
        (t (car (statusd-names)))))

;;;###autoload
(defun statusd-refresh (&optional name)
  "Fetch the resource NAME, or an instance such as \"build branch=main\".
Interactively, that of this buffer, else the first; with a prefix argument,
choose one."
  (interactive (list (statusd--chosen-name)))
  (let ((name (or name (statusd--chosen-name))))
    (statusd-ensure-part name)
    (unless (statusd-visible-p name)
      (statusd--await name)) ; First: a file is there before the response to the press.
    (statusd-press "refresh" :part name)))

(defvar statusd--awaited nil
  "Resources whose fetch is reported in the echo area, for want of a buffer.")

(defun statusd--await (name)
  "Say in the echo area what becomes of the fetch of NAME."
  (cl-pushnew name statusd--awaited :test #'equal)
  (message "Fetching %s…" name))

(defun statusd--say-fetched (before after)
  "Report what was fetched between the screens BEFORE and AFTER.
Failures are said elsewhere."
  (dolist (name statusd--awaited)
    (let ((was (statusd-screen-of name before))
          (is (statusd-screen-of name after)))
      (when (and (plist-get was :spinner) (not (plist-get is :spinner)))
        (setq statusd--awaited (remove name statusd--awaited))
        (when (equal (plist-get is :phase) "content")
          (message "Fetched %s" name))))))

(add-hook 'statusd-screen-functions #'statusd--say-fetched)

;;;###autoload
(defun statusd-stop-refresh (&optional name)
  "Stop waiting for the resource NAME, which is chosen as by `statusd-refresh'."
  (interactive (list (statusd--chosen-name)))
  (statusd-press "stop" :part (or name (statusd--chosen-name))))

;;;###autoload
(defun statusd-toggle-auto-polling (&optional name)
  "Switch the polling of the resource NAME on or off.
It is chosen as by `statusd-refresh'."
  (interactive (list (statusd--chosen-name)))
  (let ((name (or name (statusd--chosen-name))))
    (statusd-press "polling" :part name)
    (message "Auto-polling of %s is %s" name
             (if (plist-get (plist-get (statusd-screen-of name) :polling) :on) "on" "off"))))

;;;###autoload
(defun statusd-quit ()
  "End the daemon, after it has responded to all."
  (interactive)
  (when (and statusd--session (statusd-running-p (statusd-session-daemon statusd--session)))
    (statusd-close (statusd-session-daemon statusd--session))))

;;;###autoload
(defun statusd-log ()
  "Show what the daemon has logged."
  (interactive)
  (pop-to-buffer (get-buffer-create statusd--log-name)))

(provide 'statusd)
;;; statusd.el ends here
