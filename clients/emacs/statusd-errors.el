;;; statusd-errors.el --- What a call can end with instead of a result  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; `statusd-error' is the parent of all.  As itself it is an error with which the daemon has responded:
;; (statusd-error MESSAGE . FAILURE), where FAILURE says what can be done about it.  The others have no
;; failure: (CONDITION TEXT...).

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'statusd-objects)

(define-error 'statusd-error "statusd")
(define-error 'statusd-ended "No more responses" 'statusd-error)
(define-error 'statusd-timed-out "No response" 'statusd-error)
(define-error 'statusd-foreign "This program is no statusd" 'statusd-error)
(define-error 'statusd-not-found "The program cannot be started" 'statusd-error)

(cl-defstruct (statusd-failure (:constructor statusd--make-failure))
  "What failed, why, and what can be done about it."
  (data nil :documentation "The object as it came.")
  (process nil :documentation "The daemon that reported it: ids of failures mean nothing to another."))

(defun statusd--error (message data process)
  "Return the error of a response of PROCESS with MESSAGE and DATA, a failure.
A dotted pair, because Emacs prints every element of a proper list: so a
person reads the message alone."
  (cons 'statusd-error (cons message (statusd--make-failure :data data :process process))))

(defun statusd-error-failure (error)
  "Return the failure of ERROR, or nil if the daemon did not respond with one.
ERROR is what `condition-case' binds."
  (and (eq (car error) 'statusd-error) (cddr error)))

(defun statusd-error-data (error)
  "Return the failure of ERROR as the object that came, or nil."
  (when-let ((failure (statusd-error-failure error)))
    (statusd-failure-data failure)))

(defun statusd-error-kind (error)
  "Return what failed as a symbol, such as `cannotConnect': decide by this.
Nil for an ERROR with which the daemon did not respond."
  (when-let ((kind (plist-get (statusd-error-data error) :kind)))
    (intern kind)))

(defun statusd-error-title (error)
  "Return what failed in ERROR, without a full stop."
  (or (plist-get (statusd-error-data error) :title)
      (get (car error) 'error-message)))

(defun statusd-error-message (error)
  "Return the text of ERROR for a person.
That of a daemon which has ended has the last lines of its stderr."
  (if (statusd-error-failure error)
      (cadr error)
    (mapconcat #'identity (cdr error) "\n")))

(defun statusd-error-options (error)
  "Return the recovery options of ERROR as a list of objects, `cancel' first.
Each has `:id', `:title', `:role' and `:performedBy'.  The list is empty for
an ERROR with which the daemon did not respond."
  (append (plist-get (statusd-error-data error) :recoveryOptions) nil))

(provide 'statusd-errors)
;;; statusd-errors.el ends here
