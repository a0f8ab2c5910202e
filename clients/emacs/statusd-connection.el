;;; statusd-connection.el --- One process of the daemon  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; One process from its start to its end: it says that it is statusd, it is read, it ends.  A daemon that
;; is started again has another connection (statusd-daemon.el).

;;; Code:

(require 'statusd-process)
(require 'statusd-requests)

(defconst statusd-version "0.1.0")
(defconst statusd--protocol "1")
(defconst statusd--greeting "Content-Length:"
  "What the output of the daemon begins with.")

(defconst statusd--longest-message (ash 64 20)
  "Bytes: more than any value that a daemon would be configured to keep.")

(cl-defun statusd-connection-open (command &key on-notification on-ready on-end)
  "Start COMMAND and return the connection to it, at once.
ON-NOTIFICATION is called with a method, as a symbol, and its params.  ON-READY
is called when the process has said that it is statusd, ON-END when it has
ended, both with the connection."
  (let* ((name (symbol-name (gensym "statusd-")))
         (process (statusd--start-process name command))
         (connection
          (apply #'make-instance 'statusd-connection
                 :name name :process process :on-ready on-ready :on-end on-end
                 :request-dispatcher #'statusd--take-request
                 :notification-dispatcher
                 (lambda (_connection method params)
                   (with-demoted-errors "statusd: %S" (funcall on-notification method params)))
                 (statusd--without-events))))
    (add-function :around (process-filter process) #'statusd--read)
    (add-function :around (process-sentinel process) #'statusd--process-changed)
    (statusd--initialize connection)
    connection))

(defun statusd--newer-jsonrpc-p ()
  "Return non-nil if jsonrpc.el is that of Emacs 30, with callbacks from timers."
  (slot-exists-p 'statusd-connection '-events-buffer-config))

(defun statusd--without-events ()
  "Return arguments against the events of jsonrpc.el, which are pretty-printed."
  (if (statusd--newer-jsonrpc-p)
      '(:events-buffer-config (:size 0 :format full))
    '(:events-buffer-scrollback-size 0)))

(defun statusd--initialize (connection)
  "Ask the process of CONNECTION whether it is statusd."
  (statusd-connection-request
   connection 'initialize
   (list :clientInfo (list :name "statusd.el" :version statusd-version))
   :timeout statusd-start-timeout
   :success (lambda (server) (statusd--check-server connection server))
   :failure (lambda (_error)
              (statusd--spoil connection (format "it did not respond within %s s" statusd-start-timeout)))))

(defun statusd--check-server (connection server)
  "Make sure that SERVER, a response on CONNECTION, is of statusd."
  (let ((name (plist-get (plist-get server :serverInfo) :name))
        (protocol (plist-get server :protocolVersion)))
    (if (not (and (equal name "statusd") (equal protocol statusd--protocol)))
        (statusd--spoil connection (format "it is %s with protocol %s" name protocol))
      (oset connection server server)
      (funcall (oref connection on-ready) connection))))

;;; Reading

(defun statusd--read (filter process text)
  "Give TEXT, which came from PROCESS, to FILTER, that of jsonrpc.el."
  (let ((connection (process-get process 'jsonrpc-connection)))
    (when (and (null (oref connection ending)) (statusd--greeted-p connection text))
      (let ((statusd--reading t)
            (read (symbol-function 'jsonrpc--json-read)))
        (cl-letf (((symbol-function 'jsonrpc--json-read)
                   (lambda () (statusd--message connection (statusd-with-names (funcall read))))))
          (funcall filter process text)))
      (statusd--check-length connection)
      (statusd--notice-stray-error connection))))

(defun statusd--message (connection message)
  "Return what jsonrpc.el takes of MESSAGE, which came on CONNECTION.
It fails for members that it does not know, and knows no array: all but the
last of one are given to it here."
  (if (not (vectorp message))
      (statusd-select message :jsonrpc :method :id :params :result :error)
    (seq-doseq (each (seq-subseq message 0 -1))
      (jsonrpc-connection-receive connection (statusd--message connection each)))
    (statusd--message connection (seq-elt message (1- (length message))))))

(defun statusd--check-length (connection)
  "Make sure that the message which comes on CONNECTION is not too long."
  (let ((kept (process-buffer (statusd-connection-process connection))))
    (when (and (buffer-live-p kept) (> (buffer-size kept) statusd--longest-message))
      (statusd--spoil connection (format "it wrote a message of more than %d bytes" statusd--longest-message))
      (with-current-buffer kept (let ((inhibit-read-only t)) (erase-buffer))))))

(defun statusd--greeted-p (connection text)
  "Return non-nil if the output of CONNECTION, TEXT being next, is of statusd."
  (let ((length (length statusd--greeting))
        (head (oref connection head)))
    (when (< (length head) length)
      (setq head (concat head text))
      (oset connection head (substring head 0 (min length (length head)))))
    (or (string-prefix-p (oref connection head) statusd--greeting)
        (ignore (statusd--spoil connection (format "it wrote %S" (truncate-string-to-width head 80)))))))

(defun statusd--take-request (connection method _params)
  "Refuse METHOD, which the process of CONNECTION requests: statusd never does."
  (statusd--spoil connection (format "it sent the request %s" method))
  nil)

;;; The end

(defun statusd--spoil (connection problem)
  "End CONNECTION to a process that is no statusd, by reason of PROBLEM."
  (unless (oref connection ending)
    (oset connection ending (list 'statusd-foreign problem))
    (signal-process (statusd-connection-process connection) 'SIGKILL)))

(defun statusd--process-changed (sentinel process change)
  "End the connection of PROCESS if CHANGE is its end.
Everything that it wrote has been read before.  SENTINEL is that of jsonrpc.el."
  (let ((connection (process-get process 'jsonrpc-connection)))
    (if (process-live-p process)
        (funcall sentinel process change)
      (statusd--read-log process)
      (when (statusd--newer-jsonrpc-p)
        (accept-process-output nil 0)) ; Runs the timers of what was read last.
      (unless (oref connection ending)
        (oset connection ending (statusd--process-ending process)))
      ;; First of all: whoever is told of the end may call again.
      (with-demoted-errors "statusd: %S" (funcall (oref connection on-end) connection))
      (statusd--fail-all connection (oref connection ending))
      (when-let ((alarm (oref connection alarm)))
        (cancel-timer (cdr alarm)))
      (statusd--clean-up connection (lambda () (funcall sentinel process change)))
      (process-put process 'statusd-ended t))))

(defun statusd--clean-up (connection end)
  "Call END, the end of CONNECTION in jsonrpc.el, and kill its buffers.
It has a message and a buffer of its own for every end."
  (let ((inhibit-message t)
        (message-log-max nil))
    (funcall end))
  (dolist (buffer (list (process-buffer (statusd-connection-process connection))
                        (jsonrpc-stderr-buffer connection)
                        (jsonrpc-events-buffer connection)))
    (when (buffer-live-p buffer) ; Nil would be the current one.
      (kill-buffer buffer))))

(defun statusd-connection-close (connection)
  "End the input of CONNECTION and wait for its end.
It responds to what it has read."
  (let ((process (statusd-connection-process connection)))
    (statusd--flush connection)
    (ignore-errors (process-send-eof process))
    (cl-loop for signal in '(SIGTERM SIGKILL)
             until (statusd--ended-within-p process statusd-close-timeout)
             do (signal-process process signal))
    (statusd--ended-within-p process statusd-close-timeout)))

(defun statusd--ended-within-p (process seconds)
  "Wait SECONDS at most for the end of PROCESS, and return whether it came."
  (let ((deadline (+ (float-time) seconds)))
    (while (and (not (process-get process 'statusd-ended)) (< (float-time) deadline))
      ;; For any process: waiting for one that is dead reads nothing, and as long as its stderr has
      ;; something to read, no sentinel is called.
      (accept-process-output nil 0.05))
    (process-get process 'statusd-ended)))

(provide 'statusd-connection)
;;; statusd-connection.el ends here
