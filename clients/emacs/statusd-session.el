;;; statusd-session.el --- What this Emacs shows of its daemon  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; What all buffers and commands of this Emacs share: one daemon, a screen of its resources and of the
;; location, and one more for each instance that somebody has asked for.  To those who draw they are one.

;;; Code:

(require 'statusd-resources)
(require 'statusd-screen)

(defvar statusd-screen-functions nil
  "Functions for changes of the screen: they are given the old and the new one.
`statusd-screen' explains what a screen is.")

(defvar statusd-perform-functions nil
  "Functions for recovery options which are the client's to perform.
Each is called with the option, an object, and the id of its failure, until
one returns non-nil.")

(defvar statusd-visible-functions nil
  "Functions of which one returns non-nil while the user sees the screen.
Each is called with the name of a resource, or with nil for any part of it.")

(cl-defstruct (statusd-session (:constructor statusd--make-live-session))
  "A daemon, and the screens of it."
  daemon
  (main nil :documentation "The screen of its resources; nil before it is known which there are.")
  (own nil :documentation "The screens of instances, by name.")
  (names nil :documentation "Of the resources, in order.")
  (families nil :documentation "The parameters of each parameterised resource, by name.")
  (blank nil :documentation "Whether its resources are not known, because the configuration is wrong.")
  (screen nil :documentation "What to draw."))

(defconst statusd--misconfigured "sourceMisconfigured"
  "The kind of failure of everything while the configuration is wrong.")

(defvar statusd--session nil
  "The session that all commands share, or nil.")

(defun statusd-session ()
  "Return the session of all commands, with a daemon that is running."
  (unless (and statusd--session (statusd-running-p (statusd-session-daemon statusd--session)))
    (let ((session (statusd--make-live-session :daemon (statusd-start) :screen (statusd-screen))))
      (setq statusd--session session)
      (statusd--learn session (lambda (listed) (statusd--open-main session listed))
                      (lambda () (statusd--open-blank session)))))
  statusd--session)

(defun statusd--learn (session known misconfigured)
  "Ask the daemon of SESSION which resources there are.
KNOWN is called with them, MISCONFIGURED if its configuration is wrong."
  (statusd-request (statusd-session-daemon session) 'listResources nil
                   :success (lambda (listed)
                              (when (statusd-running-p (statusd-session-daemon session))
                                (funcall known (plist-get listed :resources))))
                   :failure (lambda (error)
                              (when (eq (statusd-error-kind error) 'sourceMisconfigured)
                                (funcall misconfigured)))))

(defun statusd-screen ()
  "Return what is to be drawn, without starting a daemon: a property list.
`:parts' has a member for each resource, and for each instance that was asked
for, `:location' is the place of this computer, `:alert' the failure to show
before the user, `:notice' what the last recovery has done, and `:connected'
is nil while no daemon runs.  docs/screens.md explains all members."
  (and statusd--session (statusd-session-screen statusd--session)))

(defun statusd-screen-of (name &optional screen)
  "Return what SCREEN has for the resource NAME; by default, the screen of now."
  (and name (plist-get (plist-get (or screen (statusd-screen)) :parts) (statusd-keyword name))))

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

;;; Screens

(defun statusd--open-main (session listed)
  "Open the screen of the resources of SESSION, LISTED by the daemon."
  (statusd--note-families session listed)
  (let* ((all (mapcar (lambda (each) (plist-get each :resource)) listed))
         (parts (delq nil (mapcar #'statusd--described-part
                                  (or statusd-resources
                                      (seq-difference all (mapcar #'car (statusd-session-families session)))))))
         (known (seq-filter (lambda (part) (member (plist-get (cdr part) :resource) all)) parts)))
    (when-let ((unknown (seq-difference parts known)))
      (statusd--warn "The daemon has no %s, which `statusd-resources' names; it has %s"
                     (mapconcat (lambda (part) (plist-get (cdr part) :resource)) unknown ", ")
                     (string-join all ", ")))
    (setf (statusd-session-names session) (mapcar #'car known)
          (statusd-session-main session) (statusd--open session known '(:location t)))))

(defun statusd--note-families (session listed)
  "Note which resources of SESSION take arguments, of those that are LISTED."
  (setf (statusd-session-families session)
        (cl-loop for each across listed
                 when (plist-get each :parameters)
                 collect (cons (plist-get each :resource) (append (plist-get each :parameters) nil)))))

(defun statusd--open-blank (session)
  "Open the screen of SESSION, whose daemon has a wrong configuration.
Its alert says so, and its parts come once the configuration is right."
  (let ((parts (delq nil (mapcar #'statusd--described-part statusd-resources))))
    (setf (statusd-session-names session) (mapcar #'car parts)
          (statusd-session-blank session) t
          (statusd-session-main session)
          (statusd--open session (if statusd-resources parts t) '(:location t)))))

(defun statusd--look-again (session)
  "Ask which resources SESSION has, once its configuration may be right.
It may when the alert that it was wrong has gone, or was closed."
  (let ((main (statusd-session-main session)))
    (when (and (statusd-session-blank session) main (statusd-held-id main)
               (not (equal (plist-get (plist-get (statusd-held-shown main) :alert) :kind)
                           statusd--misconfigured)))
      (setf (statusd-session-blank session) nil)
      (statusd--learn session
                      (lambda (listed)
                        (statusd--note-families session listed)
                        (unless statusd-resources
                          (setf (statusd-session-names session)
                                (cl-loop for each across listed
                                         unless (plist-get each :parameters)
                                         collect (plist-get each :resource))))
                        (statusd--show session))
                      (lambda () (setf (statusd-session-blank session) t))))))

(defun statusd--open (session parts &optional params)
  "Open a screen of PARTS of SESSION, an alist, with further PARAMS.
PARTS is t for all that take no arguments."
  (statusd-open-screen
   (statusd-session-daemon session)
   (append (unless (eq parts t)
             (list :parts (cl-loop for (name . part) in parts append (list (statusd-keyword name) part))))
           (list :words statusd-words)
           params)
   (lambda (held)
     (when-let ((failure (statusd-held-failure held)))
       (message "%s" (statusd-error-message failure)))
     (statusd--look-again session)
     (statusd--show session))))

(defun statusd--all-held (session)
  "Return the screens of SESSION, that of its resources first."
  (delq nil (cons (statusd-session-main session) (mapcar #'cdr (statusd-session-own session)))))

(defun statusd--show (session)
  "Put the screens of SESSION together, and publish that if it is the one of now."
  (let* ((main (statusd-session-main session))
         (shown (mapcar #'statusd-held-shown (statusd--all-held session)))
         (one-of (lambda (member) (seq-some (lambda (each) (plist-get each member)) shown)))
         (before (statusd-session-screen session))
         (screen (list :connected (and main (statusd-held-id main) t)
                       :parts (mapcan (lambda (each) (copy-sequence (plist-get each :parts))) shown)
                       :location (plist-get (car shown) :location)
                       :alert (funcall one-of :alert) :notice (funcall one-of :notice)
                       :help (funcall one-of :help))))
    (when (and (eq session statusd--session) shown (not (equal screen before)))
      (setf (statusd-session-screen session) screen)
      (run-hook-wrapped 'statusd-screen-functions
                        (lambda (function)
                          (with-demoted-errors "statusd: %S" (funcall function before screen))
                          nil)))))

(defun statusd--wait-for-screen (session held)
  "Wait for the screen of SESSION that the function HELD names to be open."
  (let ((is nil))
    (while (not (and (setq is (funcall held)) (or (statusd-held-id is) (statusd-held-failure is))))
      (unless (statusd-running-p (statusd-session-daemon session))
        (let ((ending (statusd-daemon-ending (statusd-session-daemon session))))
          (signal (car ending) (cdr ending))))
      (accept-process-output nil 0.05))
    (when-let ((failure (statusd-held-failure is)))
      (signal (car failure) (cdr failure)))
    is))

(defun statusd-ready ()
  "Wait for the screen of the resources, and return the session."
  (let ((session (statusd-session)))
    (statusd--wait-for-screen session (lambda () (statusd-session-main session)))
    session))

(defun statusd-names ()
  "Return the names of the resources, and of those that take arguments."
  (let ((session (statusd-ready)))
    (append (statusd-session-names session) (mapcar #'car (statusd-session-families session)))))

;;; Instances

(defun statusd-ensure-part (name)
  "Wait until NAME is on a screen: a resource, or \"build branch=main\".
The latter is an instance of a parameterised one, with its arguments."
  (let ((session (statusd-ready)))
    (unless (statusd-screen-of name)
      (unless (statusd--family-of name session)
        (user-error "No resource is called %s; there are: %s" name (string-join (statusd-names) ", ")))
      (statusd-open-instance name)
      (condition-case error
          (statusd--wait-for-screen session (lambda () (cdr (assoc name (statusd-session-own session)))))
        (statusd-error
         (statusd-release-instance name)
         (signal (car error) (cdr error)))))))

(defun statusd--family-of (name &optional session)
  "Return the family of SESSION that NAME is an instance of."
  (assoc (car (split-string name " ")) (statusd-session-families (or session statusd--session))))

(defun statusd-open-instance (name)
  "Open the screen of the instance NAME, unless there is one."
  (let ((words (split-string name " " t))
        (own (statusd-session-own statusd--session)))
    (unless (assoc name own)
      (mapc #'statusd--release-idle (mapcar #'car own))
      (setf (alist-get name (statusd-session-own statusd--session) nil nil #'equal)
            (statusd--open
             statusd--session
             `((,name :resource ,(car words)
                      :arguments ,(cl-loop for word in (cdr words)
                                           for (member value) = (split-string word "=")
                                           append (list (statusd-keyword member) (or value ""))))))))))

(defun statusd--release-idle (name)
  "Close the screen of NAME if it is over and nobody sees it: there may be 16."
  (let ((part (statusd-screen-of name)))
    (unless (or (plist-get part :spinner) (plist-get part :failure) (statusd-visible-p name))
      (statusd-release-instance name))))

(defun statusd-release-instance (name)
  "Close the screen of the instance NAME, if it has one."
  (when-let ((own (and statusd--session (assoc name (statusd-session-own statusd--session)))))
    (setf (statusd-session-own statusd--session) (delq own (statusd-session-own statusd--session)))
    (statusd-close-screen (cdr own))
    (statusd--show statusd--session)))

;;; Presses

(defun statusd-press (button &rest members)
  "Press BUTTON, a string such as \"refresh\", with the other MEMBERS of it.
Return non-nil if it was enabled.  By then the screen shows what follows.
While something is being read, it is pressed afterwards."
  (if statusd--reading
      (ignore (apply #'run-at-time 0 nil #'statusd-press button members))
    (if-let ((part (plist-get members :part)))
        (statusd-ensure-part part)
      (statusd-ready))
    (statusd--press button members)))

(defun statusd--press (button members)
  "Press BUTTON with MEMBERS, and perform what is to be performed here."
  (when-let* ((held (statusd--held-of statusd--session members))
              (request (statusd-press-button held button members))
              (result (statusd-wait request)))
    (when (plist-get result :performs)
      (statusd--perform (plist-get result :performs)))
    (statusd-true-p (plist-get result :pressed))))

(defun statusd--held-of (session members)
  "Return the screen of SESSION that MEMBERS of a press are about."
  (let ((part (plist-get members :part))
        (id (plist-get members :failureId)))
    (or (seq-find (lambda (held)
                    (let ((shown (statusd-held-shown held)))
                      (or (and part (statusd-screen-of part shown))
                          (and id (seq-some (lambda (each) (equal (plist-get each :failureId) id))
                                            (statusd-failures shown))))))
                  (statusd--all-held session))
        (statusd-session-main session))))

(defun statusd-failures (&optional screen)
  "Return the open failures on SCREEN: the alert, then those in their places."
  (let ((screen (or screen (statusd-screen))))
    (delq nil
          (append (list (plist-get screen :alert))
                  (cl-loop for (_ part) on (plist-get screen :parts) by #'cddr
                           collect (plist-get part :failure))
                  (list (plist-get (plist-get screen :location) :failure))))))

(defun statusd--perform (performed)
  "Let the functions of the user perform PERFORMED, an option of a failure."
  (let ((option (plist-get performed :option)))
    (unless (run-hook-with-args-until-success 'statusd-perform-functions option
                                              (plist-get performed :failureId))
      (message "statusd: nothing here performs %s; see `statusd-perform-functions'" (plist-get option :title)))))

(provide 'statusd-session)
;;; statusd-session.el ends here
