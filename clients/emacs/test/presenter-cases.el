;;; presenter-cases.el --- The cases of schema/presenter  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Reads the cases, and holds a presenter against one.  What goes in is read as jsonrpc.el reads it;
;; what is expected is read with null apart from an empty object.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'statusd-presenter)

(defconst presenter-cases--folder
  (expand-file-name "../../../schema/presenter/" (file-name-directory (or load-file-name buffer-file-name))))

(defconst presenter-cases--epoch 946684800
  "The second 0 of every case: 2000-01-01T00:00:00Z, where a manual clock begins.")

(defun presenter-cases--files ()
  "Return the files of all cases."
  (directory-files presenter-cases--folder t "\\.jsonl\\'"))

(defun presenter-cases--lines (text)
  "Return the lines of TEXT, each in two readings.
One is that of jsonrpc.el, the other has null apart."
  (mapcar (lambda (line)
            (cons (json-parse-string line :object-type 'plist :null-object nil :false-object :json-false)
                  (json-parse-string line :object-type 'plist :null-object :null :false-object :json-false)))
          (split-string text "\n" t)))

(defun presenter-cases--read (file)
  "Return the text of FILE."
  (with-temp-buffer
    (insert-file-contents file)
    (buffer-string)))

(defun presenter-cases--described (described)
  "Return what `statusd-presenter' takes for DESCRIBED, a part in a case."
  (if (stringp described)
      (intern described)
    (plist-put (copy-sequence described) :shape (intern (plist-get described :shape)))))

(defun presenter-cases--presenter (head)
  "Return a presenter for a case that begins with HEAD."
  (statusd-presenter
   (cl-loop for (name described) on (plist-get head :resources) by #'cddr
            collect (cons (statusd-name name) (presenter-cases--described described)))))

(defun presenter-cases-differences (text)
  "Return the differences of the presenter from TEXT, the lines of a case."
  (let* ((lines (presenter-cases--lines text))
         (presenter (presenter-cases--presenter (caar lines))))
    (cl-loop for (step . expected) in (cdr lines)
             for number from 2
             for now = (+ presenter-cases--epoch (plist-get step :at))
             for output = (presenter-cases--happen presenter step now)
             append (mapcar (lambda (difference) (format "line %d: %s" number difference))
                            (append (presenter-cases--exact expected output :sends)
                                    (presenter-cases--exact expected output :performs)
                                    (presenter-cases-unfit (plist-get expected :screen)
                                                           (statusd-presenter-screen presenter now)
                                                           "screen"))))))

(defun presenter-cases--happen (presenter step now)
  "Let the event of STEP happen to PRESENTER at NOW."
  (cond ((plist-member step :connect) (statusd-presenter-connect presenter now))
        ((plist-member step :disconnect) (statusd-presenter-disconnect presenter now))
        ((plist-member step :tick) (statusd-presenter-tick presenter now))
        ((plist-member step :press) (statusd-presenter-press presenter (plist-get step :press) now))
        ((plist-member step :receive) (statusd-presenter-receive presenter (plist-get step :receive) now))
        (t (error "A step without an event: %S" step))))

(defun presenter-cases--exact (expected output member)
  "Return how MEMBER of OUTPUT differs from that of EXPECTED, in either direction."
  (let ((wanted (or (plist-get expected member) []))
        (actual (vconcat (plist-get output member))))
    (or (presenter-cases-unfit wanted actual (statusd-name member))
        (presenter-cases-unfit actual wanted (concat (statusd-name member) ", the other way")))))

(defun presenter-cases--object-p (value)
  "Return non-nil if VALUE is an object with members."
  (and (consp value) (keywordp (car value))))

(defun presenter-cases-unfit (expected actual path)
  "Return where ACTUAL, which stands at PATH, does not fit EXPECTED.
An object may have more members, an array has as many elements as expected.
False and null are nil on a screen."
  (cond ((presenter-cases--object-p expected)
         (cl-loop for (member value) on expected by #'cddr
                  for place = (format "%s.%s" path (statusd-name member))
                  append (if (and (listp actual) (plist-member actual member))
                             (presenter-cases-unfit value (plist-get actual member) place)
                           (list (format "%s is missing" place)))))
        ((and (vectorp expected) (vectorp actual) (= (length expected) (length actual)))
         (apply #'append
                (seq-map-indexed (lambda (value index)
                                   (presenter-cases-unfit value (aref actual index)
                                                          (format "%s[%d]" path index)))
                                 expected)))
        ((presenter-cases--fits-p expected actual) nil)
        (t (list (format "%s: expected %S, got %S" path expected actual)))))

(defun presenter-cases--fits-p (expected actual)
  "Return non-nil if ACTUAL is EXPECTED, which has no parts."
  (cond ((null expected) (or (null actual) (presenter-cases--object-p actual)))
        ((memq expected '(:null :json-false)) (memq actual (list nil expected)))
        ((and (numberp expected) (numberp actual)) (= expected actual))
        (t (equal expected actual))))

(provide 'presenter-cases)
;;; presenter-cases.el ends here
