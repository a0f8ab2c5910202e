;;; statusd-resources.el --- What is shown  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Which resources are shown, how exactly their ages, and the parts of a screen that follow.

;;; Code:

(require 'statusd-objects)

(defcustom statusd-resources nil
  "What is shown, in order: nil for every resource of the daemon.
Otherwise a list of names, and of parts with a name of your own, which are
described by a property list:
\(\"menu\" (\"main\" :resource \"build\" :arguments (:branch \"main\"))).
A part has the shape of its resource; with `:shape any' it is shown as any
other value.  `:text' is a function that returns its value in few words, for
the mode line."
  :group 'statusd
  :type '(repeat (choice string
                         (cons (string :tag "Name")
                               (plist :options ((:resource string) (:arguments plist)
                                                (:shape (const any)) (:text function)))))))

(defcustom statusd-words "seconds"
  "How exact ages and waits are.
By minutes, nothing is drawn more than once a minute because of the time."
  :group 'statusd
  :type '(choice (const "seconds") (const "minutes") (const "none")))

(defun statusd--described-part (described)
  "Return the name and the params of what is DESCRIBED in `statusd-resources'.
Return nil, and say so, if that is no description."
  (pcase described
    ((pred stringp) (list described :resource described))
    (`(,(and name (pred stringp)) . any) (list name :resource name :shape "any"))
    (`(,(and name (pred stringp)) . ,(and members (guard (statusd--members-p members))))
     (cons name (append (list :resource (or (plist-get members :resource) name))
                        (when (plist-get members :shape) '(:shape "any"))
                        (statusd-select members :arguments))))
    (_ (statusd--warn "`statusd-resources' must have names, and lists such as %S, got %S"
                      '("temp" :resource "room" :arguments (:number "7") :shape any :text identity) described))))

(defun statusd--members-p (members)
  "Return non-nil if MEMBERS describe a part in `statusd-resources'."
  (and (proper-list-p members)
       (zerop (% (length members) 2))
       (cl-loop for (name value) on members by #'cddr
                always (pcase name
                         (:resource (stringp value))
                         (:arguments (proper-list-p value))
                         (:shape (member value '(any "any")))
                         (:text (functionp value))))))

(defun statusd--warn (format &rest arguments)
  "Warn the user of what FORMAT and ARGUMENTS say, and return nil."
  (ignore (display-warning 'statusd (apply #'format-message format arguments))))

(provide 'statusd-resources)
;;; statusd-resources.el ends here
