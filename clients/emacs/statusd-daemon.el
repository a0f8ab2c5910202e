;;; statusd-daemon.el --- A daemon that is started again when it dies  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A daemon outlives its process: one that dies is started again, and is then asked again for the
;; polling that was switched here and for the places that are subscribed to.

;;; Code:

(require 'statusd-connection)
(require 'statusd-restarts)

(defvar statusd-notification-functions nil
  "Functions for all that a daemon publishes: DAEMON, METHOD and PARAMS.
METHOD is a symbol: `stateChanged' or `locationChanged' of the daemon;
`$/ended' when its process has ended, with the reason as `:error' of PARAMS,
and `:restarts' non-nil if another one is started; `$/restarted' when that
was done.  Its revisions and ids of failures begin anew.")

(cl-defstruct (statusd-daemon (:constructor statusd--make-daemon))
  "A daemon that runs, or has ended for good."
  command connection limit
  (listeners nil :documentation "Functions like those of the hook, without DAEMON.")
  (wishes nil :documentation "The polling that the next process is asked for.")
  (ready nil :documentation "Whether a process has ever been known to be statusd.")
  (closing nil))

(defun statusd-start (&optional program arguments)
  "Start PROGRAM with ARGUMENTS and return the daemon, at once.
Without them, `statusd-program' and `statusd-arguments' count."
  (let ((daemon (statusd--make-daemon
                 :command (statusd-command program arguments)
                 :limit (and statusd-restarts
                             (statusd-restart-limit (car statusd-restarts) (cdr statusd-restarts))))))
    (statusd--connect daemon)
    daemon))

(defun statusd--connect (daemon)
  "Start a process for DAEMON."
  (setf (statusd-daemon-connection daemon)
        (statusd-connection-open
         (statusd-daemon-command daemon)
         :on-notification (lambda (method params) (statusd--publish daemon method params))
         :on-ready (lambda (_connection) (setf (statusd-daemon-ready daemon) t))
         :on-end (lambda (connection) (statusd--disconnected daemon connection)))))

(defun statusd-running-p (daemon)
  "Return non-nil if DAEMON can respond."
  (and daemon
       (not (statusd-daemon-closing daemon))
       (null (statusd-daemon-ending daemon))))

(defun statusd-daemon-ending (daemon)
  "Return the reason for the end of DAEMON as an error, or nil."
  (oref (statusd-daemon-connection daemon) ending))

(defun statusd-daemon-process (daemon)
  "Return the process of DAEMON."
  (statusd-connection-process (statusd-daemon-connection daemon)))

(defun statusd-close (daemon)
  "End the input of DAEMON and wait for its end.
It responds to what it has read."
  (unless (statusd-daemon-closing daemon)
    (setf (statusd-daemon-closing daemon) t)
    (statusd-connection-close (statusd-daemon-connection daemon))))

;;; Calls

(cl-defun statusd-request (daemon method params &key success failure (timeout statusd-timeout))
  "Request METHOD, a symbol, with PARAMS from DAEMON.
Return the request at once.
SUCCESS is called with the result, or FAILURE with an error as it is bound
by `condition-case'.  After TIMEOUT seconds the request is cancelled and
fails."
  (when (statusd-daemon-closing daemon)
    (signal 'statusd-ended '("statusd was closed")))
  (statusd-connection-request
   (statusd-daemon-connection daemon) method params :failure failure :timeout timeout
   :success (lambda (result)
              (statusd--remember daemon method result)
              (funcall (or success #'ignore) result))))

(defun statusd--remember (daemon method result)
  "Note RESULT, that of METHOD, for the next process of DAEMON."
  (let ((polling (if (eq method 'setAutoPolling) result (plist-get result :result))))
    (when (or (eq method 'setAutoPolling)
              (and (eq method 'retry) (equal (plist-get result :optionId) "keepTrying")
                   ;; The location has no such thing.
                   (statusd-has-p polling :autoPolling)))
      (setf (statusd-daemon-wishes daemon)
            (statusd-remember-wish (statusd-daemon-wishes daemon) polling)))))

;;; What comes

(defun statusd--publish (daemon method params)
  "Publish METHOD with PARAMS of DAEMON to all who listen."
  (dolist (listener (statusd-daemon-listeners daemon))
    (with-demoted-errors "statusd: %S" (funcall listener method params)))
  (run-hook-wrapped 'statusd-notification-functions
                    (lambda (function)
                      (with-demoted-errors "statusd: %S" (funcall function daemon method params))
                      nil)))

(defun statusd--disconnected (daemon connection)
  "Start another process for DAEMON, whose CONNECTION has ended, if it may."
  (let ((restarts (statusd--may-restart-p daemon connection)))
    ;; Whoever is told of the end may call again.
    (when restarts
      (with-demoted-errors "statusd: %S"
        (statusd--connect daemon)
        (pcase-dolist (`(,_ . ,params) (statusd-daemon-wishes daemon))
          (statusd-request daemon 'setAutoPolling params))))
    (statusd--publish daemon '$/ended (list :error (oref connection ending) :restarts restarts))
    (when (statusd-running-p daemon)
      (statusd--publish daemon '$/restarted nil))))

(defun statusd--may-restart-p (daemon connection)
  "Return non-nil if DAEMON, whose CONNECTION has ended, may be started again.
What has never run would not run the second time."
  (and (statusd-daemon-ready daemon)
       (not (statusd-daemon-closing daemon))
       (eq (car (oref connection ending)) 'statusd-ended)
       (statusd-daemon-limit daemon)
       (statusd-restart-allowed-p (statusd-daemon-limit daemon) (float-time))
       t))

(provide 'statusd-daemon)
;;; statusd-daemon.el ends here
