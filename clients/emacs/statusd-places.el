;;; statusd-places.el --- Subscriptions of the location  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Functions that are called with each place of this computer, across restarts of the daemon.

;;; Code:

(require 'statusd-daemon)

(cl-defstruct (statusd-places (:constructor statusd--make-places))
  "A subscription of the location."
  daemon function params listener
  (id nil :documentation "The daemon's, nil until it has responded.")
  (ended nil))

(cl-defun statusd-subscribe-location (daemon function &key (min-interval 0) (min-distance 0))
  "Call FUNCTION with each snapshot of the location of DAEMON.
MIN-INTERVAL seconds and MIN-DISTANCE metres thin them out.  Return the
subscription, for `statusd-unsubscribe-location'."
  (let ((places (statusd--make-places
                 :daemon daemon :function function
                 :params (list :minInterval min-interval :minDistance min-distance))))
    (setf (statusd-places-listener places)
          (lambda (method params) (statusd--places-take places method params)))
    (push (statusd-places-listener places) (statusd-daemon-listeners daemon))
    (statusd--places-begin places)
    places))

(defun statusd-unsubscribe-location (places)
  "End PLACES, a subscription of the location."
  (let ((daemon (statusd-places-daemon places)))
    (setf (statusd-places-ended places) t
          (statusd-daemon-listeners daemon)
          (delq (statusd-places-listener places) (statusd-daemon-listeners daemon)))
    (when (and (statusd-places-id places) (statusd-running-p daemon))
      (statusd--places-stop places))))

(defun statusd--places-begin (places)
  "Ask the process of now for PLACES."
  (statusd-request
   (statusd-places-daemon places) 'subscribeLocation (statusd-places-params places)
   :success (lambda (result)
              (setf (statusd-places-id places) (plist-get result :subscriptionId))
              (if (statusd-places-ended places)
                  (statusd--places-stop places) ; It was not known yet how it is called.
                (funcall (statusd-places-function places) (plist-get result :location))))))

(defun statusd--places-stop (places)
  "Ask the daemon to end PLACES."
  (statusd-request (statusd-places-daemon places) 'unsubscribeLocation
                   (list :subscriptionId (statusd-places-id places))))

(defun statusd--places-take (places method params)
  "Take METHOD with PARAMS, which the daemon of PLACES published."
  (pcase method
    ('locationChanged
     (when (and (statusd-places-id places) (equal (plist-get params :subscriptionId) (statusd-places-id places)))
       (funcall (statusd-places-function places) (plist-get params :location))))
    ('$/ended (setf (statusd-places-id places) nil))
    ('$/restarted (statusd--places-begin places))))

(provide 'statusd-places)
;;; statusd-places.el ends here
