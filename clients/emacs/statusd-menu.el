;;; statusd-menu.el --- The menu, in groups  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Draws a resource of shape `menu': its items under their categories.

;;; Code:

(require 'statusd-view)

;;;###autoload
(defun statusd-menu ()
  "Show the menu."
  (interactive)
  (statusd-show (statusd--name-of-shape "menu")))

(defun statusd--insert-menu (content)
  "Insert CONTENT, that of a menu."
  (when (statusd-true-p (plist-get content :isEmpty))
    (insert "The menu is empty.\n"))
  (let ((width (statusd--widest-item content)))
    (seq-doseq (section (plist-get content :sections))
      (insert (propertize (plist-get section :category) 'face 'statusd-category) "\n")
      (seq-doseq (item (plist-get section :items))
        (statusd--insert-item item width))
      (insert "\n"))))

(defun statusd--widest-item (content)
  "Return the width of the longest name in CONTENT."
  (seq-reduce (lambda (width section)
                (seq-reduce (lambda (widest item) (max widest (string-width (plist-get item :name))))
                            (plist-get section :items) width))
              (plist-get content :sections) 0))

(defun statusd--insert-item (item width)
  "Insert ITEM, its name in a column of WIDTH."
  (insert "  " (string-pad (plist-get item :name) width)
          (format "  %8s" (plist-get item :price))
          (if (statusd-true-p (plist-get item :spicy)) "  spicy" "")
          "\n"))

(setf (alist-get :sections statusd-content-functions) #'statusd--insert-menu)

(provide 'statusd-menu)
;;; statusd-menu.el ends here
