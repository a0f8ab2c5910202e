;;; statusd-location.el --- Where this computer is  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Starts and stops the location that all buffers share.  A program that wants places of its own calls
;; `statusd-subscribe-location'.

;;; Code:

(require 'statusd-map)

(defvar statusd-location-functions nil
  "Functions that are called with the place of this computer when it has changed.
It is an object with `:latitude' and `:longitude' in degrees, or nil.")

;;;###autoload
(defun statusd-location-start ()
  "Follow the place of this computer."
  (interactive)
  (statusd-press "startLocation"))

;;;###autoload
(defun statusd-location-stop ()
  "Follow the place of this computer no more."
  (interactive)
  (statusd-press "stopLocation"))

;;;###autoload
(defun statusd-location ()
  "Say where this computer is, as far as that is known."
  (interactive)
  (message "%s" (statusd-location-text (plist-get (statusd-screen) :location))))

(defun statusd-location-text (location)
  "Return LOCATION, a part of the screen, in words."
  (let ((coordinate (plist-get location :coordinate))
        (failure (plist-get location :failure)))
    (string-join
     (delq nil (list (when coordinate
                       (format "%s, %s" (statusd-place-text coordinate) (plist-get location :age)))
                     (when failure (plist-get failure :title))
                     (pcase (plist-get location :phase)
                       ("loading" "The place is not known yet")
                       ((and "blank" (guard (null failure))) "The location is off")
                       ((and "stale" (guard (null (plist-get location :on)))) "the location is off"))))
     "; ")))

(defun statusd--location-changed (before after)
  "Publish the place of the screen AFTER, if it is not that of the one BEFORE."
  (let ((was (plist-get (plist-get before :location) :coordinate))
        (is (plist-get (plist-get after :location) :coordinate)))
    (unless (equal was is)
      (run-hook-with-args 'statusd-location-functions is))))

(add-hook 'statusd-screen-functions #'statusd--location-changed)

(provide 'statusd-location)
;;; statusd-location.el ends here
