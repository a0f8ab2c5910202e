;;; support.el --- What the tests stand on  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The real daemon, sessions of it that are written down, and programs that are no statusd.

;;; Code:

(require 'ert)
(require 'statusd)

(defconst support-root
  (expand-file-name "../../../" (file-name-directory (or load-file-name buffer-file-name))))

(defvar support-deadline 600
  "Seconds: only a defect takes as long, also on a busy machine.")

(defun support-binary ()
  "Return the daemon under test: STATUSD_BIN, else what `swift build' has built."
  (or (getenv "STATUSD_BIN") (expand-file-name ".build/debug/statusd" support-root)))

(defmacro support-until (condition)
  "Wait for CONDITION, and return its value."
  (declare (debug t))
  `(let ((deadline (+ (float-time) support-deadline)) (value nil))
     (while (not (setq value ,condition))
       (when (> (float-time) deadline)
         (ert-fail '(never ,condition)))
       (accept-process-output nil 0.02))
     value))

(defvar support-folder nil
  "The folder of this test.")

(defmacro support-with-folder (&rest body)
  "Run BODY with a folder of its own, in which `support-path' names files."
  (declare (indent 0) (debug t))
  ;; What is deleted is the folder that was made here, whatever a variable says by then: `default-directory',
  ;; for one, is another in every buffer.
  (let ((folder (make-symbol "folder")))
    `(let* ((,folder (make-temp-file "statusd-emacs-test-" t))
            (support-folder ,folder))
       (unwind-protect (progn ,@body)
         (delete-directory ,folder t)))))

(defun support-path (name)
  "Return the path of the file NAME in the folder of this test."
  (expand-file-name name support-folder))

(defmacro support-with-daemon (arguments &rest body)
  "Run BODY with a program and ARGUMENTS of it for the daemon that commands share.
It finds no configuration, ends after BODY, and its session is recorded."
  (declare (indent 1) (debug t))
  `(let ((statusd--session nil)
         (statusd-program (support-binary))
         (statusd-arguments ,arguments)
         (statusd-start-timeout support-deadline)
         (statusd-timeout support-deadline)
         (process-environment (append '("XDG_CONFIG_HOME=/proc/nonexistent" "no_proxy=*") process-environment))
         (support-sent nil)
         (support-messages nil))
     (unwind-protect (progn ,@body)
       (statusd-mode-line-mode -1)
       (mapc #'kill-buffer (statusd--views))
       (statusd-quit))))

(defmacro support-with-scenario (kinds &rest body)
  "Run BODY with a daemon that fetches the menu as KINDS say, a list.
Its time stands still: `support-advance' moves it."
  (declare (indent 1) (debug t))
  `(support-with-daemon '("--scenario" "demo" "--clock" "manual" "--seed" "1" "--drain-timeout" "0")
     (statusd-call 'playScenario :scenario
                   (list :resources
                         (list :menu (list :steps (vconcat (mapcar (lambda (step) (list :then step)) ,kinds))))))
     ,@body))

(defun support-advance (seconds)
  "Let the time of the daemon go on by SECONDS."
  (statusd-call 'advanceClock :seconds seconds))

(defun support-daemon ()
  "Return the daemon that commands share."
  (statusd-session-daemon (statusd-session)))

(defun support-kill ()
  "Kill the process of the daemon, and return it."
  (let ((process (statusd-daemon-process (support-daemon))))
    (signal-process process 'SIGKILL)
    process))

(defun support-error (function &rest arguments)
  "Return the `statusd-error' that FUNCTION signals with ARGUMENTS."
  (condition-case error
      (progn (apply function arguments)
             (ert-fail "There was no error"))
    (statusd-error error)))

(defun support-write (name text)
  "Write TEXT into the file NAME of this test, whole at once."
  (let ((path (support-path name)))
    (write-region text nil (concat path ".new") nil 'quiet)
    (rename-file (concat path ".new") path t)))

(defun support-readme ()
  "Return the blocks of Emacs Lisp in README.md, in order."
  (with-temp-buffer
    (insert-file-contents (expand-file-name "clients/emacs/README.md" support-root))
    (cl-loop while (re-search-forward "^```elisp\n\\(\\(?:.*\n\\)*?\\)```" nil t)
             collect (match-string 1))))

;;; What is said

(defvar support-messages nil
  "The messages of the test, the newest first.")

(defun support--note-message (format &rest arguments)
  "Keep the message of FORMAT and ARGUMENTS."
  (when format
    (push (substring-no-properties (apply #'format-message format arguments)) support-messages)))

(advice-add 'message :before #'support--note-message)

(defun support-said-p (text)
  "Return non-nil if a message of this test has TEXT."
  (seq-some (lambda (each) (string-search text each)) support-messages))

;;; What goes over the wire

(defvar support-sent nil
  "The requests and notifications that were sent in this test, the newest first.")

(defvar support--transcripts 0)

(defun support-methods ()
  "Return the methods of what was sent, oldest first."
  (reverse (mapcar (lambda (each) (plist-get each :method)) support-sent)))

(defun support--record (process direction text)
  "Write down TEXT, a message that went in DIRECTION between here and PROCESS."
  (support--write-down process (list :direction direction :message text)))

(defun support--write-down (process entry)
  "Write ENTRY into the transcript of PROCESS, if that is of the daemon."
  (when-let ((folder (getenv "STATUSD_TRANSCRIPTS"))
             (real (equal (car (process-command process)) (support-binary)))
             (file (or (process-get process 'support-transcript)
                       (format "emacs-client-%d-%d.jsonl" (emacs-pid) (cl-incf support--transcripts)))))
    (process-put process 'support-transcript file)
    (make-directory folder t)
    (write-region (concat (json-serialize entry :false-object :json-false) "\n")
                  nil (expand-file-name file folder) t 'quiet)))

(defun support--sending (process text)
  "Note TEXT, a message that PROCESS is about to be sent."
  (when (and (process-get process 'jsonrpc-connection) (string-match "\r\n\r\n" text))
    (let ((message (decode-coding-string (substring text (match-end 0)) 'utf-8)))
      (push (json-parse-string message :object-type 'plist :false-object :json-false :null-object :null)
            support-sent)
      (support--record process "in" message))))

(defun support--receiving (process text)
  "Note the messages that end in TEXT, which came from PROCESS."
  (let ((bytes (concat (process-get process 'support-bytes)
                       (if (multibyte-string-p text) (encode-coding-string text 'utf-8-emacs) text))))
    (while (and (string-match "\\`Content-Length: \\([0-9]+\\)\r\n\r\n" bytes)
                (>= (length bytes) (+ (match-end 0) (string-to-number (match-string 1 bytes)))))
      (let ((end (+ (match-end 0) (string-to-number (match-string 1 bytes)))))
        (support--record process "out" (decode-coding-string (substring bytes (match-end 0) end) 'utf-8))
        (setq bytes (substring bytes end))))
    (process-put process 'support-bytes bytes)))

(defun support--ended (_daemon connection)
  "Note the end of the process of CONNECTION."
  (let* ((process (statusd-connection-process connection))
         (drained (and (eq (process-status process) 'exit) (zerop (process-exit-status process)))))
    (support--write-down process (list :direction "end" :killed (if drained :json-false t)))))

(advice-add 'process-send-string :before #'support--sending)
(advice-add 'jsonrpc--process-filter :before #'support--receiving)
(advice-add 'statusd--disconnected :before #'support--ended)

;;; Programs that are no statusd

(defconst support--peer "
import json, sys
def read():
    length = int(sys.stdin.buffer.readline().split(b':')[1]); sys.stdin.buffer.readline()
    return json.loads(sys.stdin.buffer.read(length))
def frame(message):
    text = json.dumps(message if isinstance(message, list) else {'jsonrpc': '2.0', **message}).encode()
    return b'Content-Length: %d\\r\\n\\r\\n%s' % (len(text), text)
def write(*messages):
    sys.stdout.buffer.write(b''.join(map(frame, messages))); sys.stdout.buffer.flush()
def greet(name='statusd', protocol='1'):
    write({'id': read()['id'], 'result': {'serverInfo': {'name': name}, 'protocolVersion': protocol}})
"
  "What a peer in Python can do.")

(defun support-peer (script)
  "Start SCRIPT, some Python, as a daemon."
  (statusd-start "python3" (list "-c" (concat support--peer script))))

(provide 'support)
;;; support.el ends here
