;;; statusd-fleet.el --- The items of a fleet's map  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Who carries what, in which vehicle.  Both sides of a join may name the other, and either may leave
;; it out.  An item's own id counts first, then that of an item that names it.  An id that leads
;; nowhere joins nothing, and a delivered package is carried by nobody (docs/presenter.md).

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'statusd-objects)

(cl-defstruct (statusd--joins (:constructor statusd--make-joins))
  "The lists of a fleet that are joined, without delivered packages."
  couriers packages vehicles)

(defun statusd--joins (fleet)
  "Return the lists of FLEET."
  (statusd--make-joins
   :couriers (append (plist-get fleet :couriers) nil)
   :packages (seq-remove #'statusd--delivered-p (plist-get fleet :packages))
   :vehicles (append (plist-get fleet :vehicles) nil)))

(defun statusd--delivered-p (package)
  "Return non-nil if PACKAGE has been delivered."
  (statusd-true-p (plist-get package :delivered)))

(defun statusd--with (entities member value)
  "Return the first of ENTITIES whose MEMBER is VALUE, unless that is nil."
  (and value (seq-find (lambda (each) (equal (plist-get each member) value)) entities)))

(defun statusd--joined-to (courier member entities)
  "Return the first of ENTITIES that COURIER names by MEMBER, or that names it."
  (or (statusd--with entities :id (plist-get courier member))
      (statusd--with entities :courierId (plist-get courier :id))))

(defun statusd--package-of (courier joins)
  "Return the package that COURIER carries in JOINS."
  (and courier (statusd--joined-to courier :packageId (statusd--joins-packages joins))))

(defun statusd--vehicle-of (courier joins)
  "Return the vehicle that COURIER drives in JOINS."
  (and courier (statusd--joined-to courier :vehicleId (statusd--joins-vehicles joins))))

(defun statusd--courier-of (entity member joins)
  "Return the courier in JOINS that ENTITY names, or that names it by MEMBER."
  (let ((couriers (statusd--joins-couriers joins)))
    (or (statusd--with couriers :id (plist-get entity :courierId))
        (statusd--with couriers member (plist-get entity :id)))))

(defun statusd-map-items (fleet)
  "Return what stands on the map of FLEET, as a vector.
These are the central, the couriers, the packages and the vehicles."
  (let ((joins (statusd--joins fleet)))
    (vconcat
     (list (append (statusd--item "central" "central" "Central" (plist-get fleet :central))
                   '(:label "Central")))
     (mapcar (lambda (each) (statusd--courier-item each joins)) (plist-get fleet :couriers))
     (mapcar (lambda (each) (statusd--package-item each joins)) (plist-get fleet :packages))
     (mapcar (lambda (each) (statusd--vehicle-item each joins)) (plist-get fleet :vehicles)))))

(defun statusd--courier-item (courier joins)
  "Return the item of COURIER, joined by JOINS."
  (let ((package (statusd--package-of courier joins))
        (vehicle (statusd--vehicle-of courier joins))
        (name (plist-get courier :name)))
    (append (statusd--item "courier" (plist-get courier :id) name (plist-get courier :location))
            (list :label (concat name
                                 (statusd--joining " carries " package :id)
                                 (statusd--joining " in " vehicle :name))
                  :packageId (plist-get package :id)
                  :vehicleId (plist-get vehicle :id)))))

(defun statusd--package-item (package joins)
  "Return the item of PACKAGE, joined by JOINS."
  (let* ((delivered (statusd--delivered-p package))
         (courier (unless delivered (statusd--courier-of package :packageId joins)))
         (vehicle (statusd--vehicle-of courier joins))
         (id (plist-get package :id))
         (state (cond (delivered " is delivered")
                      (courier (concat (statusd--joining " is carried by " courier :name)
                                       (statusd--joining " in " vehicle :name)))
                      (t " waits"))))
    (append (statusd--item "package" id id (plist-get package :location))
            (list :label (concat id state)
                  :delivered delivered
                  :destination (plist-get package :destination)
                  :courierId (plist-get courier :id)
                  :vehicleId (plist-get vehicle :id)))))

(defun statusd--vehicle-item (vehicle joins)
  "Return the item of VEHICLE, joined by JOINS."
  (let* ((courier (statusd--courier-of vehicle :vehicleId joins))
         (package (statusd--package-of courier joins))
         (name (plist-get vehicle :name)))
    (append (statusd--item "vehicle" (plist-get vehicle :id) name (plist-get vehicle :location))
            (list :label (concat name
                                 (statusd--joining " is driven by " courier :name)
                                 (statusd--joining " with " package :id))
                  :courierId (plist-get courier :id)
                  :packageId (plist-get package :id)))))

(defun statusd--item (kind id title location)
  "Return what every item has: its KIND, ID, TITLE and LOCATION."
  (list :kind kind :id id :title title :location location))

(defun statusd--joining (before entity member)
  "Return BEFORE and the MEMBER of ENTITY; nothing where there is no ENTITY."
  (if entity (format "%s%s" before (plist-get entity member)) ""))

(provide 'statusd-fleet)
;;; statusd-fleet.el ends here
