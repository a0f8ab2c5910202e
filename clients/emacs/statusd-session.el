;;; statusd-session.el --- The presenter over a running daemon  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; What all buffers and commands of this Emacs share: one daemon and one screen.  Messages of the
;; daemon and presses are given to the presenter, and what it asks for is sent.

;;; Code:

(require 'statusd-daemon)
(require 'statusd-presenter)

(defcustom statusd-resources '(("state" . fleet) ("menu" . menu))
  "What is shown: the resources of the daemon, in order, and the shape of each.
A part that is an instance of a parameterised resource has a name of your own
and is described by a property list:
\(\"main\" :shape any :resource \"build\" :arguments (:branch \"main\"))."
  :group 'statusd
  :type '(alist :key-type (string :tag "Name")
                :value-type (choice (const fleet) (const menu) (const any)
                                    (plist :tag "Instance"))))

(defvar statusd-screen-functions nil
  "Functions for changes of the screen: they are given the old and the new one.
`statusd-screen' explains what a screen is.")

(defvar statusd-perform-functions nil
  "Functions for recovery options which are the client's to perform.
Each is called with the option, an object, and the id of its failure, until
one returns non-nil.")

(defvar statusd-visible-functions nil
  "Functions of which one returns non-nil while the user sees the screen.
Each is called with the name of a resource, or with nil for any part of it.
As long as something is seen, ages and countdowns are kept going.")

(defvar statusd-clock #'float-time
  "Function that returns the seconds since 1970 by the daemon's clock.")

(cl-defstruct (statusd-session (:constructor statusd--make-live-session))
  "A daemon, and a screen of it."
  daemon presenter (screen nil)
  (resources nil :documentation "Those that the presenter was made with.")
  (requests nil :documentation "Those under way, by the presenter's ids.")
  (timer nil))

(defvar statusd--session nil
  "The session that all commands share, or nil.")

(defun statusd-session ()
  "Return the session of all commands, with a daemon that is running."
  (unless (and statusd--session (statusd-running-p (statusd-session-daemon statusd--session)))
    (statusd--begin-session))
  statusd--session)

(defun statusd--begin-session ()
  "Start a daemon for the session of all commands.
What was on the screen stays there, unless it is to show other resources."
  (let ((daemon (statusd-start)))
    (unless statusd--session
      (setq statusd--session (statusd--make-live-session)))
    (let ((session statusd--session))
      (setf (statusd-session-daemon session) daemon)
      (unless (equal (statusd-session-resources session) statusd-resources)
        (setf (statusd-session-resources session) (copy-tree statusd-resources)
              (statusd-session-presenter session) (statusd-presenter statusd-resources)))
      (push (lambda (method params) (statusd--session-take session daemon method params))
            (statusd-daemon-listeners daemon))
      (statusd--happen session #'statusd-presenter-connect))))

(defun statusd-screen ()
  "Return what is to be drawn, without starting a daemon: a property list.
`:resources' has a member for each of `statusd-resources', `:location' is the
place of this computer, `:alert' the failure to show before the user, and
`:connected' is nil while no daemon runs.  docs/presenter.md has all members."
  (and statusd--session (statusd-session-screen statusd--session)))

(defun statusd-screen-of (name &optional screen)
  "Return what SCREEN has for the resource NAME; by default, the screen of now."
  (plist-get (plist-get (or screen (statusd-screen)) :resources) (statusd-keyword name)))

;;;###autoload
(defun statusd-call (method &rest params)
  "Request METHOD, a symbol, with PARAMS, and return the result.
PARAMS are members of an object: (statusd-call \='refresh :resource \"menu\").
False is `:json-false'.  Signal a `statusd-error' that says what can be done,
or that there is no response."
  (statusd-wait (statusd-request (statusd-session-daemon (statusd-session)) method params)))

(defun statusd-visible-p (&optional name)
  "Return non-nil if the user sees the resource NAME; without it, anything."
  (run-hook-with-args-until-success 'statusd-visible-functions name))

(defun statusd-press (button &rest members)
  "Press BUTTON, a string such as \"refresh\", with the other MEMBERS of it.
One that is not enabled does nothing."
  (statusd--happen (statusd-session) #'statusd-presenter-press
                   (append (list :button button) members)))

;;; Events

(defun statusd--happen (session event &rest arguments)
  "Let EVENT, a function of the presenter, happen to SESSION with ARGUMENTS.
Then do what follows from it."
  (let* ((presenter (statusd-session-presenter session))
         (output (apply event presenter (append arguments (list (funcall statusd-clock))))))
    (dolist (message (plist-get output :sends))
      (statusd--send session message))
    (dolist (performed (plist-get output :performs))
      (statusd--perform performed))
    (statusd--show session)))

(defun statusd--show (session)
  "Publish the screen of SESSION, if it is another one."
  (let ((before (statusd-session-screen session))
        (screen (statusd-presenter-screen (statusd-session-presenter session) (funcall statusd-clock))))
    (unless (equal screen before)
      (setf (statusd-session-screen session) screen)
      (run-hook-wrapped 'statusd-screen-functions
                        (lambda (function)
                          (with-demoted-errors "statusd: %S" (funcall function before screen))
                          nil)))
    (statusd--keep-time session)))

(defun statusd--perform (performed)
  "Let the functions of the user perform PERFORMED, an option of a failure."
  (let ((option (plist-get performed :option)))
    (unless (run-hook-with-args-until-success 'statusd-perform-functions option
                                              (plist-get performed :failureId))
      (message "statusd: nothing here performs %s; see `statusd-perform-functions'" (plist-get option :title)))))

;;; Messages

(defun statusd--send (session message)
  "Send MESSAGE, which the presenter of SESSION asks for."
  (let ((connection (statusd-daemon-connection (statusd-session-daemon session)))
        (id (plist-get message :id))
        (params (plist-get message :params)))
    (if (null id)
        (when-let ((request (alist-get (plist-get params :id) (statusd-session-requests session))))
          (statusd-cancel request))
      (setf (alist-get id (statusd-session-requests session))
            (statusd-connection-request
             connection (intern (plist-get message :method)) params
             :success (lambda (result) (statusd--respond session id (list :result result)))
             :failure (lambda (error)
                        (when-let ((failure (statusd-error-data error)))
                          (statusd--respond session id (list :error (list :data failure))))))))))

(defun statusd--respond (session id outcome)
  "Give OUTCOME, the response to the request ID, to the presenter of SESSION."
  (setf (statusd-session-requests session) (assq-delete-all id (statusd-session-requests session)))
  (statusd--happen session #'statusd-presenter-receive (append (list :id id) outcome)))

(defun statusd--session-take (session daemon method params)
  "Give METHOD with PARAMS, which DAEMON published, to the presenter of SESSION."
  (when (eq daemon (statusd-session-daemon session))
    (pcase method
      ('$/ended
       (setf (statusd-session-requests session) nil)
       (statusd--happen session #'statusd-presenter-disconnect))
      ('$/restarted (statusd--happen session #'statusd-presenter-connect))
      (_ (statusd--happen session #'statusd-presenter-receive
                          (list :method (symbol-name method) :params params))))))

;;; Time

(defun statusd-keep-time ()
  "Keep ages and countdowns going while something is visible."
  (when statusd--session
    (statusd--keep-time statusd--session)))

(defun statusd--keep-time (session)
  "Start or stop the clock of SESSION, as something is visible or nothing."
  (let ((timer (statusd-session-timer session))
        (visible (statusd-visible-p)))
    (cond ((and visible (null timer))
           (setf (statusd-session-timer session) (run-at-time 1 1 #'statusd--tick session)))
          ((and timer (not visible))
           (cancel-timer timer)
           (setf (statusd-session-timer session) nil)))))

(defun statusd--tick (session)
  "Take in SESSION that time has passed."
  (with-demoted-errors "statusd: %S"
    (statusd--happen session #'statusd-presenter-tick)))

(provide 'statusd-session)
;;; statusd-session.el ends here
