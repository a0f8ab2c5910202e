;;; statusd-words.el --- Times as a screen says them  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The words are those of docs/presenter.md.

;;; Code:

(require 'statusd-objects)

(defconst statusd--minute 60)
(defconst statusd--hour 3600)
(defconst statusd--day 86400)

(defun statusd-age (timestamp now)
  "Return how old TIMESTAMP is at NOW, rounded down.
A clock that is a little ahead makes nothing older."
  (let ((seconds (- now (statusd-seconds timestamp))))
    (cond ((< seconds statusd--minute) "just now")
          ((< seconds statusd--hour) (format "%d min ago" (floor seconds statusd--minute)))
          ((< seconds statusd--day) (format "%d h ago" (floor seconds statusd--hour)))
          (t (format "%d d ago" (floor seconds statusd--day))))))

(defun statusd--left (seconds)
  "Return SECONDS as a whole number, rounded up.
They are rounded to milliseconds first, because sums of dates are inexact."
  (ceiling (/ (round (* 1000 seconds)) 1000.0)))

(defun statusd-ahead (timestamp now)
  "Return when TIMESTAMP is due at NOW, rounded up so that it is never late.
Without a TIMESTAMP it is due now."
  (let ((seconds (if timestamp (statusd--left (- (statusd-seconds timestamp) now)) 0)))
    (cond ((<= seconds 0) "now")
          ((< seconds statusd--minute) (format "in %d s" seconds))
          (t (format "in %d min" (ceiling seconds statusd--minute))))))

(defun statusd-countdown (occurred-at after now)
  "Return what is left at NOW of AFTER seconds since OCCURRED-AT, in whole ones.
Return nil when they are over, or AFTER is nil."
  (when after
    (let ((left (statusd--left (- (+ (statusd-seconds occurred-at) after) now))))
      (and (> left 0) left))))

(provide 'statusd-words)
;;; statusd-words.el ends here
