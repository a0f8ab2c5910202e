;;; statusd-drawing.el --- What a presenter draws  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The screen as a property list in which every member is always there, so that two screens can be
;; compared by `equal'.  True is t; false and null are nil.  docs/presenter.md explains the members.

;;; Code:

(require 'statusd-model)
(require 'statusd-fleet)
(require 'statusd-words)

(defun statusd--draw (model now)
  "Return the screen of MODEL at NOW."
  (let ((alert (statusd--alert model)))
    (list :connected (statusd--model-connected model)
          :resources (mapcan (lambda (part)
                               (list (statusd-keyword (car part))
                                     (statusd--resource-screen model (car part) now)))
                             (statusd--model-parts model))
          :location (statusd--location-screen model now)
          :alert (statusd--failure-box model alert now)
          :help (statusd--model-help model))))

(defun statusd--resource-screen (model name now)
  "Return what the screen of MODEL has for the part NAME at NOW."
  (let* ((part (statusd--find-part model name))
         (latest (statusd--latest model name))
         (snapshot (statusd--shown model name))
         (failure (statusd--inline model (statusd-part-key part)))
         (spins (or (statusd-true-p (plist-get snapshot :isFetching))
                    (and (statusd--about model "refresh" name) t))))
    (list :phase (statusd--phase latest snapshot spins failure)
          :spinner spins
          :attempt (when (statusd-has-p snapshot :attempt)
                     (list :number (plist-get snapshot :attempt) :of (plist-get snapshot :maxAttempts)))
          :content (when (statusd-has-p latest :value)
                     (statusd--content (statusd-part-shape part) (plist-get latest :value)))
          :age (when (statusd-has-p latest :updatedAt) (statusd-age (plist-get latest :updatedAt) now))
          :failure (statusd--failure-box model failure now)
          :refresh (list :enabled (and (statusd--can-refresh-p model name) t))
          :stop (list :enabled (and (statusd--stoppable model name) t))
          :polling (when (statusd-has-p latest :autoPolling) (statusd--polling-switch model name now)))))

(defun statusd--phase (latest snapshot spins failure)
  "Return the phase of a part as a string.
LATEST is its last snapshot, SNAPSHOT that of the running process, SPINS
whether it is being fetched, FAILURE what stands in its place."
  (cond ((statusd-has-p latest :value)
         (if (and snapshot (not (statusd-true-p (plist-get latest :isStale)))) "content" "stale"))
        (spins "loading")
        (failure "error")
        (t "blank")))

(defun statusd--content (shape value)
  "Return what is drawn of VALUE, which has SHAPE."
  (pcase shape
    ('fleet (list :items (statusd-map-items value)))
    ('menu (let ((sections (plist-get value :sections)))
             (list :sections sections :isEmpty (seq-empty-p sections))))
    (_ (list :value value))))

(defun statusd--polling-switch (model name now)
  "Return the polling switch of the part NAME of MODEL at NOW."
  (let* ((known (plist-get (statusd--latest model name) :autoPolling))
         (on (statusd--polled-p model name))
         (runs (and (statusd--model-connected model) on (statusd-true-p (plist-get known :enabled)))))
    (list :on on
          :enabled (statusd--can-switch-p model name)
          :interval (plist-get known :interval)
          :next (when runs (statusd-ahead (plist-get known :nextPollAt) now)))))

(defun statusd--location-screen (model now)
  "Return what the screen of MODEL has for the location at NOW."
  (let* ((location (statusd--model-location model))
         (failure (statusd--inline model statusd--location-key)))
    (list :phase (statusd--location-phase model failure)
          :on (statusd--model-wants-location model)
          :coordinate (plist-get location :coordinate)
          :age (when (statusd-has-p location :timestamp) (statusd-age (plist-get location :timestamp) now))
          :failure (statusd--failure-box model failure now))))

(defun statusd--location-phase (model failure)
  "Return the phase of the location of MODEL; FAILURE stands in its place."
  (let* ((location (statusd--model-location model))
         (on (statusd--model-wants-location model))
         (live (and on (statusd--session-has-location (statusd--model-session model)))))
    (cond ((statusd-has-p location :coordinate)
           (if (and live (equal (plist-get location :status) "loaded")) "content" "stale"))
          (failure "error")
          ((and on (statusd--model-connected model)) "loading")
          (t "blank"))))

(defun statusd--failure-box (model failure now)
  "Return FAILURE of MODEL with its buttons at NOW, or nil if there is none."
  (when failure
    (let* ((id (plist-get failure :failureId))
           (running (statusd--running model id))
           (after (plist-get (plist-get failure :retry) :after)))
      (append
       (list :failureId id)
       (mapcan (lambda (member) (list member (plist-get failure member)))
               (list :resource :arguments :title :message))
       (list :countdown (statusd-countdown (plist-get failure :occurredAt) after now)
             :buttons (vconcat (mapcar (lambda (option) (statusd--button model id option running))
                                       (plist-get failure :recoveryOptions))))))))

(defun statusd--button (model failure-id option running)
  "Return the button of OPTION of FAILURE-ID in MODEL.
RUNNING are the ids of the options of this failure that run."
  (let ((id (plist-get option :id)))
    (append (statusd-select option :id :title :role)
            (list :enabled (and (statusd--enabled-p model failure-id id) t)
                  :running (and (member id running) t)))))

(provide 'statusd-drawing)
;;; statusd-drawing.el ends here
