;;; statusd-value.el --- A value of any shape  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Draws a value of any shape: text and lines as they are, rows of the same kind as a table, and
;; everything else as a tree, in JSON.

;;; Code:

(require 'json)
(require 'seq)
(require 'subr-x)
(require 'statusd-objects)

(defconst statusd--widest-cell 40
  "As many columns of the screen a cell has; what is longer is cut.")

(defun statusd-value-in (content)
  "Return the value in CONTENT, of a part: one of an unknown form as it is."
  (if (statusd-has-p content :value) (plist-get content :value) content))

(defun statusd-insert-value (value)
  "Insert VALUE, of any shape."
  (cond ((stringp value) (insert value "\n"))
        ((and (vectorp value) (not (seq-empty-p value)) (seq-every-p #'stringp value))
         (insert (string-join value "\n") "\n"))
        ((statusd--table-p value) (statusd--insert-table value))
        (t (insert (statusd--pretty value) "\n"))))

(defun statusd--table-p (value)
  "Return non-nil if VALUE is an array of objects that hold no objects or arrays."
  (and (vectorp value)
       (not (seq-empty-p value))
       (seq-every-p (lambda (row)
                      (and (consp row)
                           (cl-loop for (_ cell) on row by #'cddr
                                    never (or (consp cell) (vectorp cell)))))
                    value)))

(defun statusd--insert-table (rows)
  "Insert ROWS, which are objects, as a table."
  (let* ((columns (statusd--columns rows))
         (insert-row (lambda (text-of face)
                       (insert (propertize (string-trim-right
                                            (mapconcat (lambda (column)
                                                         (statusd--fit (funcall text-of (car column)) (cdr column)))
                                                       columns "  "))
                                           'face face)
                               "\n"))))
    (funcall insert-row #'statusd-name 'statusd-category)
    (seq-doseq (row rows)
      (funcall insert-row
               (lambda (member) (if (plist-member row member) (statusd--cell (plist-get row member)) ""))
               'default))))

(defun statusd--columns (rows)
  "Return the members of ROWS in their order, each with the width of its column."
  (let ((columns nil))
    (seq-doseq (row rows)
      (cl-loop for (member cell) on row by #'cddr
               for column = (assq member columns)
               for width = (min statusd--widest-cell (max (string-width (statusd-name member))
                                                          (string-width (statusd--cell cell))))
               do (if column (setcdr column (max (cdr column) width)) (push (cons member width) columns))))
    (nreverse columns)))

(defun statusd--cell (value)
  "Return VALUE, which has no parts, as text of one line."
  (string-replace "\n" " " (pcase value ('nil "null") ('t "true") (:json-false "false") (_ (format "%s" value)))))

(defun statusd--fit (text width)
  "Return TEXT in WIDTH columns of the screen."
  (let ((cut (truncate-string-to-width text width nil nil "…")))
    (concat cut (make-string (max 0 (- width (string-width cut))) ?\s))))

(defun statusd--pretty (value)
  "Return VALUE as JSON for a person."
  (with-temp-buffer
    (insert (json-serialize value :null-object nil :false-object :json-false))
    (json-pretty-print-buffer)
    (buffer-string)))

(provide 'statusd-value)
;;; statusd-value.el ends here
