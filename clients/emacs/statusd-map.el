;;; statusd-map.el --- The fleet, as a list of what stands on its map  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Draws a resource of shape `fleet': who carries what, in which vehicle, and where.

;;; Code:

(require 'statusd-view)

;;;###autoload
(defun statusd-fleet ()
  "Show the fleet."
  (interactive)
  (statusd-show (statusd--name-of-shape "fleet")))

(defconst statusd--item-kinds
  '(("central" . "Central") ("courier" . "Couriers") ("package" . "Packages") ("vehicle" . "Vehicles"))
  "What stands on a map, and the head of each group.")

(defun statusd--insert-fleet (content)
  "Insert CONTENT, that of a fleet."
  (let ((groups (seq-group-by #'statusd--head-of-item (plist-get content :items))))
    (dolist (head (append (mapcar #'cdr statusd--item-kinds) '("Others")))
      (when-let* ((items (cdr (assoc head groups))))
        (insert (propertize head 'face 'statusd-category) "\n")
        (mapc #'statusd--insert-map-item items)
        (insert "\n")))))

(defun statusd--head-of-item (item)
  "Return the head of the group of ITEM, whose kind only a later daemon may know."
  (alist-get (plist-get item :kind) statusd--item-kinds "Others" nil #'equal))

(defun statusd--insert-map-item (item)
  "Insert ITEM with its place."
  (insert "  " (plist-get item :label) "  "
          (propertize (statusd-place-text (plist-get item :location)) 'face 'statusd-state) "\n"))

(defun statusd-place-text (place)
  "Return the latitude and the longitude of PLACE in degrees, as text."
  (format "%.4f, %.4f" (plist-get place :latitude) (plist-get place :longitude)))

(setf (alist-get :items statusd-content-functions) #'statusd--insert-fleet)

(provide 'statusd-map)
;;; statusd-map.el ends here
