;;; statusd-restarts.el --- When a dead daemon is started again  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; How often a daemon that has died is started again, and what it is then asked for.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'statusd-objects)

(cl-defstruct (statusd-restart-limit (:constructor statusd-restart-limit (count seconds)))
  "At most COUNT restarts within SECONDS.
A daemon that dies at every start is not started for ever."
  count seconds (times nil :documentation "Of the restarts that count, in seconds."))

(defun statusd-restart-allowed-p (limit now)
  "Return non-nil if LIMIT has room for one more restart at NOW, which then counts."
  (let ((oldest (- now (statusd-restart-limit-seconds limit))))
    (setf (statusd-restart-limit-times limit)
          (seq-filter (lambda (time) (> time oldest)) (statusd-restart-limit-times limit)))
    (when (< (length (statusd-restart-limit-times limit)) (statusd-restart-limit-count limit))
      (push now (statusd-restart-limit-times limit)))))

;; Wishes are the polling as it was switched here, which the next process is asked for: an alist of
;; keys (`statusd-key') and params of `setAutoPolling', in the order of the first switches.

(defun statusd-remember-wish (wishes polling)
  "Return WISHES with POLLING, the result of `setAutoPolling'."
  (let* ((known (plist-get polling :autoPolling))
         (params (append (statusd-select known :enabled :interval)
                         (statusd-select polling :resource :arguments)))
         (key (statusd-key polling))
         (wish (assoc key wishes)))
    (if wish
        (progn (setcdr wish params) wishes)
      (append wishes (list (cons key params))))))

(provide 'statusd-restarts)
;;; statusd-restarts.el ends here
