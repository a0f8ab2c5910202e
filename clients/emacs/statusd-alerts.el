;;; statusd-alerts.el --- Failures before the user  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; How a failure is brought before the user, by its presentation.  Silent ones never are.

;;; Code:

(require 'statusd-recovery)

(defconst statusd--presentation-type
  '(choice (const :tag "In the echo area" message)
           (const :tag "In its place, and in the echo area where that is not visible" inline)
           (const :tag "As a question in the minibuffer" prompt)
           (const :tag "Not at all" nil)))

(defcustom statusd-alert-presentation 'message
  "How a failure is shown that is to stand before the user.
A user asked for something that has an old value, or that has no place."
  :group 'statusd
  :type statusd--presentation-type)

(defcustom statusd-inline-presentation 'inline
  "How a failure is shown that stands in the place of a value."
  :group 'statusd
  :type statusd--presentation-type)

(defun statusd--alerts-changed (before after)
  "Show the failures of the screen AFTER that are not on that BEFORE."
  (let ((known (and before (mapcar (lambda (each) (plist-get each :failureId)) (statusd-failures before))))
        (alert (plist-get after :alert)))
    (dolist (failure (statusd-failures after))
      (unless (member (plist-get failure :failureId) known)
        (statusd--bring failure (if (eq failure alert) statusd-alert-presentation
                                  statusd-inline-presentation))))))

(defun statusd--notice-changed (before after)
  "Say what the last recovery has done.
The screen AFTER has it and the one BEFORE has not."
  (let ((notice (plist-get after :notice)))
    (unless (or (null notice) (equal notice (plist-get before :notice)))
      (message "%s" notice))))

(defun statusd--bring (failure presentation)
  "Bring FAILURE before the user by PRESENTATION."
  (pcase presentation
    ('inline (unless (statusd-visible-p (statusd--place-of failure))
               (statusd--announce failure)))
    ('message (statusd--announce failure))
    ;; Not from a process filter, where the user cannot quit.
    ('prompt (run-at-time 0 nil #'statusd--prompt failure))))

(defun statusd--place-of (failure)
  "Return the name of the part of the screen that FAILURE is about, or nil."
  (cl-loop for (name part) on (plist-get (statusd-screen) :parts) by #'cddr
           when (equal (statusd-key part) (statusd-key failure)) return (statusd-name name)))

(defun statusd--announce (failure)
  "Show FAILURE in the echo area."
  (message "%s.  %s (M-x statusd-recover: %s)"
           (propertize (plist-get failure :title) 'face 'error)
           (plist-get failure :message)
           (mapconcat (lambda (each) (plist-get each :title)) (plist-get failure :buttons) ", ")))

(defun statusd--prompt (failure)
  "Ask what is to be done about FAILURE, if no other question is open."
  (cond ((not (member (plist-get failure :failureId)
                      (mapcar (lambda (each) (plist-get each :failureId)) (statusd-failures))))
         nil) ; It was healed meanwhile.
        ((active-minibuffer-window) (statusd--announce failure))
        (t (with-local-quit (statusd-recover failure)))))

(defun statusd--announce-end (daemon method params)
  "Say why the process of DAEMON has ended for good, if METHOD and PARAMS say that."
  (when (and (eq method '$/ended)
             (not (plist-get params :restarts))
             (not (statusd-daemon-closing daemon))
             statusd--session
             (eq daemon (statusd-session-daemon statusd--session)))
    (message "%s" (statusd-error-message (plist-get params :error)))))

(add-hook 'statusd-screen-functions #'statusd--alerts-changed)
(add-hook 'statusd-screen-functions #'statusd--notice-changed)
(add-hook 'statusd-notification-functions #'statusd--announce-end)

(provide 'statusd-alerts)
;;; statusd-alerts.el ends here
