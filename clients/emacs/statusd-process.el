;;; statusd-process.el --- The daemon as a child process  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Starts the program, and keeps the last of what it writes to stderr: in the buffer *statusd log*, and
;; as the lines that explain its end.

;;; Code:

(require 'statusd-settings)
(require 'statusd-errors)

(defconst statusd--log-name "*statusd log*")
(defconst statusd--log-characters 65536
  "As many characters of the logs are kept in their buffer.")
(defconst statusd--tail-characters 8192)
(defconst statusd--tail-lines 20)
(defconst statusd--silence 0.3
  "Seconds without output after which the stderr of a dead process counts as read.
A child of it may hold the pipe open.")

(defun statusd-command (&optional program arguments)
  "Return the command for PROGRAM with ARGUMENTS, as a list.
Without them, $STATUSD, else `statusd-program', and `statusd-arguments' count,
and with `statusd-shared' a daemon of all programs is connected to."
  (append (list (or program (statusd--named-program) statusd-program "statusd"))
          (and statusd-shared (null program) '("connect"))
          (or arguments statusd-arguments)))

(defun statusd--named-program ()
  "Return what $STATUSD names, or nil if that is empty."
  (let ((named (getenv "STATUSD")))
    (and (not (equal named "")) named)))

(defun statusd--start-process (name command)
  "Start COMMAND as a process called NAME."
  (let* ((program (statusd--find-program (car command)))
         (log (statusd--make-log name))
         ;; A remote directory would make no sense of a local program, and one that is gone stops it.
         (default-directory (expand-file-name "~/"))
         ;; Otherwise Emacs waits for more output before it reads a small one.
         (process-adaptive-read-buffering nil)
         (process (make-process :name name :command (cons program (cdr command)) :connection-type 'pipe
                                :coding 'utf-8-emacs-unix :noquery t :stderr log)))
    (process-put process 'statusd-log log)
    process))

(defun statusd--find-program (program)
  "Return the path of PROGRAM.
`make-process' does not look for one that has a directory."
  (or (executable-find (if (file-name-directory program) (expand-file-name program) program))
      (signal 'statusd-not-found
              (list (format "%s is not there or must not be run.  %s" program
                            (if (equal program (statusd--named-program))
                                "$STATUSD names it"
                              "Install it with `pip install statusd', or set `statusd-program'"))))))

(defun statusd--make-log (name)
  "Return a pipe for the stderr of the process NAME.
A buffer in its place would grow without end, and jsonrpc.el would copy it."
  (let* ((log (make-pipe-process :name (concat name " stderr") :noquery t :coding 'utf-8-emacs-unix
                                 :filter #'statusd--take-log :sentinel #'ignore))
         (buffer (process-buffer log)))
    (set-process-buffer log nil)
    (kill-buffer buffer)
    log))

(defun statusd--take-log (log text)
  "Keep TEXT, which came from LOG."
  (let ((tail (concat (process-get log 'statusd-tail) text)))
    (process-put log 'statusd-tail (substring tail (max 0 (- (length tail) statusd--tail-characters)))))
  (with-current-buffer (get-buffer-create statusd--log-name)
    (let ((inhibit-read-only t))
      (save-excursion
        (goto-char (point-max))
        (insert text)
        (delete-region (point-min) (max (point-min) (- (point-max) statusd--log-characters)))))
    (unless (derived-mode-p 'special-mode)
      (special-mode)
      (buffer-disable-undo))))

(defun statusd--read-log (process)
  "Read what is left of the stderr of PROCESS, which is dead."
  (let ((log (process-get process 'statusd-log)))
    (while (and (process-live-p log)
                (accept-process-output log statusd--silence nil t)))
    (delete-process log)))

(defun statusd--log-tail (process)
  "Return the last lines that PROCESS has written to stderr."
  (let ((text (or (process-get (process-get process 'statusd-log) 'statusd-tail) "")))
    (last (split-string text "\n" t) statusd--tail-lines)))

(defun statusd--process-ending (process)
  "Return the end of PROCESS, which is dead, as an error."
  (append (list 'statusd-ended
                (format (if (eq (process-status process) 'signal)
                            "statusd was ended by signal %d"
                          "statusd ended with status %d")
                        (process-exit-status process)))
          (statusd--log-tail process)))

(provide 'statusd-process)
;;; statusd-process.el ends here
