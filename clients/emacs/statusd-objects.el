;;; statusd-objects.el --- The daemon's objects as property lists  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Objects are property lists and arrays are vectors, as jsonrpc.el reads them.  JSON's false is
;; `:json-false'; null, an empty object and an absent member are all nil.

;;; Code:

(require 'cl-lib)

(defun statusd-true-p (value)
  "Return non-nil if VALUE is JSON's true."
  (eq value t))

(defun statusd-has-p (object member)
  "Return non-nil if OBJECT has MEMBER, be it null."
  (and (plist-member object member) t))

(defun statusd-merge (object &rest others)
  "Return a copy of OBJECT with the members of OTHERS, the last of which count."
  (let ((merged (copy-sequence object)))
    (dolist (other others merged)
      (cl-loop for (member value) on other by #'cddr
               do (setq merged (plist-put merged member value))))))

(defun statusd-select (object &rest members)
  "Return those MEMBERS that OBJECT has, as an object."
  (cl-loop for member in members
           when (plist-member object member) append (list member (plist-get object member))))

(defun statusd-keyword (name)
  "Return the keyword for NAME, the name of a member, as a string."
  (intern (concat ":" name)))

(defun statusd-name (keyword)
  "Return the name of the member KEYWORD as a string."
  (substring (symbol-name keyword) 1))

(defconst statusd--names-are-bytes
  (ignore-errors ; An Emacs without json.c.
    (not (eq (car (json-parse-string "{\"é\":1}" :object-type 'plist)) :é)))
  "Non-nil where JSON is read with the bytes of member names for their letters.
That is so before Emacs 30.")

(defun statusd-with-names (value)
  "Return VALUE, which jsonrpc.el has read, with the names of its members.
VALUE is changed."
  (when statusd--names-are-bytes
    (statusd--decode-names value))
  value)

(defun statusd--decode-names (value)
  "Decode the names of members in VALUE, in place."
  (cond ((consp value)
         (cl-loop for rest on value by #'cddr
                  for name = (car rest)
                  ;; Kept with it, because a value of a megabyte has the same few names again and again.
                  do (setcar rest (or (get name 'statusd-name) (put name 'statusd-name (statusd--decoded name))))
                  do (statusd--decode-names (cadr rest))))
        ((vectorp value) (mapc #'statusd--decode-names value))))

(defun statusd--decoded (name)
  "Return the keyword that NAME, a keyword of bytes, stands for."
  (let ((text (symbol-name name)))
    (if (multibyte-string-p text) name (intern (decode-coding-string text 'utf-8)))))

(defun statusd-key (members)
  "Return the key of the resource or instance that MEMBERS are about.
MEMBERS are those of a snapshot, a failure, or the params of a request.
Keys are compared by `equal'."
  (let ((pairs (cl-loop for (name value) on (plist-get members :arguments) by #'cddr
                        collect (cons (symbol-name name) value))))
    (cons (plist-get members :resource)
          (sort pairs (lambda (one other) (string< (car one) (car other)))))))

(provide 'statusd-objects)
;;; statusd-objects.el ends here
