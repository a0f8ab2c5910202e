;;; statusd-requests.el --- Requests to one process  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; What is asked of one process over jsonrpc.el: written, waited for, given up, cancelled.
;;
;; The jsonrpc.el of Emacs 28 calls back from its process filter, and that filter must not be entered
;; again: what then comes is lost (Emacs bug#60088).  Writing can enter it, because Emacs reads while a
;; pipe is full.  It also notes whom a response is for only after the request has been written.  So
;; there is an outbox: nothing is written from a callback, and nothing in the middle of a write.

;;; Code:

(require 'jsonrpc)
(require 'subr-x)
(require 'statusd-errors)

(defvar statusd--reading nil
  "Non-nil while what a process wrote is being read.")

(defclass statusd-connection (jsonrpc-process-connection)
  ((requests :initform (make-hash-table :test #'eq) :documentation "Those that wait for a response.")
   (outbox :initform nil :documentation "What is to be written, oldest first.")
   (writing :initform nil)
   (last-id :initform nil :documentation "Of the request that was written last.")
   (head :initform "" :documentation "The beginning of the process's output.")
   (handled-error :initform nil :documentation "The last that had a request.")
   (server :initform nil :documentation "What the daemon said of itself at its start.")
   (alarm :initform nil :documentation "The next deadline of a request, and its timer.")
   (ending :initform nil :documentation "Why there will be no more responses: an error.")
   (on-ready :initarg :on-ready)
   (on-end :initarg :on-end))
  :documentation "One process of the daemon.")

(cl-defstruct (statusd-request (:constructor statusd--make-request))
  "A call that waits for its response."
  connection method params success failure
  (id nil :documentation "Nil until it is written.")
  (deadline nil :documentation "In seconds since 1970.")
  (outcome nil :documentation "(ok . RESULT) or (failed . ERROR), once it is there."))

(defun statusd-connection-process (connection)
  "Return the process of CONNECTION."
  (jsonrpc--process connection))

;;; Requests

(cl-defun statusd-connection-request (connection method params &key success failure timeout)
  "Request METHOD, a symbol, with PARAMS from CONNECTION.
Return the request at once.
SUCCESS is called with the result, or FAILURE with an error as it is bound
by `condition-case'.  After TIMEOUT seconds the request is cancelled and
fails."
  (when-let ((ending (oref connection ending)))
    (signal (car ending) (cdr ending)))
  (let ((request (statusd--make-request
                  :connection connection :method method :params params
                  :success (or success #'ignore) :failure (or failure #'ignore))))
    (puthash request t (oref connection requests))
    (when timeout
      (setf (statusd-request-deadline request) (+ (float-time) timeout))
      (statusd--set-alarm connection (statusd-request-deadline request)))
    (statusd--post connection (lambda () (statusd--write-request request)))
    request))

(defun statusd-cancel (request)
  "Cancel REQUEST.
It fails with `requestCancelled', unless it has ended already."
  (let ((connection (statusd-request-connection request)))
    (statusd--post connection
                   (lambda ()
                     ;; Behind the request itself, which has its id only then.
                     (unless (or (statusd-request-outcome request) (null (statusd-request-id request)))
                       (jsonrpc-notify connection '$/cancelRequest (list :id (statusd-request-id request))))))))

(defun statusd--give-up (request error)
  "Let REQUEST end with ERROR at once, and cancel it."
  (unless (statusd-request-outcome request)
    (statusd-cancel request)
    (statusd--flush (statusd-request-connection request))
    (statusd--settle request 'failed error)))

(defun statusd-wait (request)
  "Wait for the end of REQUEST, and return its result or signal its error.
A quit cancels it."
  (let ((connection (statusd-request-connection request)))
    (unwind-protect
        (while (null (statusd-request-outcome request))
          (statusd--flush connection)
          ;; Emacs 30 calls back from timers, after which this function does not return by itself.
          (accept-process-output nil 0.05)
          (statusd--notice-stray-error connection))
      (unless (statusd-request-outcome request)
        (statusd--give-up request '(quit)))))
  (pcase (statusd-request-outcome request)
    (`(ok . ,result) result)
    (`(failed . ,error) (signal (car error) (cdr error)))))

(defun statusd--settle (request state value)
  "End REQUEST in STATE, `ok' or `failed', with VALUE; a second end does nothing."
  (unless (statusd-request-outcome request)
    (setf (statusd-request-outcome request) (cons state value))
    (remhash request (oref (statusd-request-connection request) requests))
    (with-demoted-errors "statusd: %S"
      (funcall (if (eq state 'ok) (statusd-request-success request) (statusd-request-failure request))
               value))))

(defun statusd--fail-all (connection error)
  "Let every request of CONNECTION end with ERROR."
  (dolist (request (hash-table-keys (oref connection requests)))
    (statusd--settle request 'failed error)))

;;; Deadlines

;; One timer for all requests: to add a thousand timers takes Emacs 28 five seconds.

(defun statusd--set-alarm (connection deadline)
  "Look at the requests of CONNECTION at DEADLINE, unless that is done before."
  (let ((alarm (oref connection alarm)))
    (when (or (null alarm) (< deadline (car alarm)))
      (when alarm
        (cancel-timer (cdr alarm)))
      (oset connection alarm
            (cons deadline (run-at-time (max 0 (- deadline (float-time))) nil #'statusd--ring connection))))))

(defun statusd--ring (connection)
  "Read what has come on CONNECTION before any request is given up.
An Emacs that was busy has read nothing meanwhile."
  (oset connection alarm nil)
  (cl-loop repeat 100 while (accept-process-output (statusd-connection-process connection) 0 nil t))
  ;; In Emacs 30, the callbacks of what was read are timers too.
  (run-at-time 0 nil #'statusd--give-up-late connection))

(defun statusd--give-up-late (connection)
  "Give up the requests of CONNECTION whose time has passed."
  (let ((now (float-time))
        (next nil))
    (dolist (request (hash-table-keys (oref connection requests)))
      (when-let ((deadline (statusd-request-deadline request)))
        (if (> deadline now)
            (setq next (min deadline (or next deadline)))
          (statusd--give-up request (list 'statusd-timed-out
                                          (format "%s has had no response in time"
                                                  (statusd-request-method request)))))))
    (when next
      (statusd--set-alarm connection next))))

;;; Writing

(defun statusd--post (connection action)
  "Run ACTION, which writes to CONNECTION, as soon as that can be."
  (oset connection outbox (append (oref connection outbox) (list action)))
  (statusd--flush connection))

(defun statusd--flush (connection)
  "Write what is in the outbox of CONNECTION, or see to it that it will be."
  (cond ((or (null (oref connection outbox)) (oref connection writing)) nil)
        (statusd--reading (run-at-time 0 nil #'statusd--flush connection))
        (t (oset connection writing t)
           (unwind-protect
               (while (oref connection outbox)
                 ;; An error is that of a dead process, whose end is about to be reported.
                 (ignore-errors (funcall (pop (oref connection outbox)))))
             (oset connection writing nil)))))

(defun statusd--write-request (request)
  "Write REQUEST."
  (let ((connection (statusd-request-connection request)))
    (unless (statusd-request-outcome request)
      (jsonrpc-async-request
       connection (statusd-request-method request) (statusd-request-params request) :timeout nil
       :success-fn (lambda (result) (statusd--settle request 'ok result))
       :error-fn (lambda (error)
                   (oset connection handled-error error)
                   (statusd--settle request 'failed (statusd--condition connection error))))
      (setf (statusd-request-id request) (oref connection last-id)))))

(cl-defmethod jsonrpc-connection-send :around ((connection statusd-connection) &rest message)
  "Send MESSAGE to CONNECTION, with an object where there are no params.
Nil would be null.  A process that is being killed is sent nothing: jsonrpc.el
would respond to the request of another program."
  (when-let ((id (plist-get message :id)))
    (oset connection last-id id))
  (when (and (plist-get message :method) (null (plist-get message :params)))
    (setq message (plist-put message :params (make-hash-table :size 0))))
  (unless (oref connection ending)
    (apply #'cl-call-next-method connection message)))

(defun statusd--condition (connection error)
  "Return what to signal for ERROR, the error of a response on CONNECTION."
  (let ((data (plist-get error :data))
        (message (plist-get error :message)))
    (cond ((oref connection ending))
          ((statusd-has-p data :failureId)
           (statusd--error message data (statusd-connection-process connection)))
          (t (list 'statusd-foreign (format "it responded %S" message))))))

(defun statusd--notice-stray-error (connection)
  "Fail the requests of CONNECTION if the last error that came has no id.
It responds to one of them, and which one is unknown: to one that is too
large, for example.  jsonrpc.el passes it over."
  (let ((error (and (slot-boundp connection 'last-error) (jsonrpc-last-error connection))))
    (unless (or (null error) (eq error (oref connection handled-error)))
      (oset connection handled-error error)
      (statusd--fail-all connection (statusd--condition connection error)))))

(provide 'statusd-requests)
;;; statusd-requests.el ends here
