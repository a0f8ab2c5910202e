;;; statusd-model.el --- What a presenter remembers  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; What a presenter remembers, and what follows from it at any moment.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'statusd-objects)

(defconst statusd--location-key (statusd-key '(:resource "location"))
  "What failures of the location are about.")

(cl-defstruct (statusd-part (:constructor statusd--make-part))
  "A part of the screen, which shows a resource or an instance."
  (shape nil :documentation "The symbol `fleet', `menu' or `any'.")
  (params nil :documentation "What every request about it has.")
  key)

(defun statusd--part (name described)
  "Return a part of the screen from its NAME and what is DESCRIBED.
DESCRIBED is a shape, or a property list with `:shape', `:resource' and
`:arguments'."
  (let ((params (if (symbolp described)
                    (list :resource name)
                  (statusd-select described :resource :arguments))))
    (statusd--make-part
     :shape (if (symbolp described) described (plist-get described :shape))
     :params params
     :key (statusd-key params))))

(cl-defstruct (statusd--session (:constructor statusd--make-session))
  "What ends with the daemon's process."
  (calls nil :documentation "Requests without a response yet, oldest first.")
  (cancelled nil :documentation "The ids of those that were cancelled.")
  (failures nil :documentation "Of responses and of no snapshot, by id, oldest first.")
  (alerts nil :documentation "Ids of the failures that are alerts, oldest first.")
  (subscription nil)
  (present nil :documentation "The keys of the snapshots that this process gave.")
  (has-location nil))

(cl-defstruct (statusd--model (:constructor statusd--make-model))
  "Everything that a presenter remembers."
  (parts nil :documentation "By their names, in the order of the screen.")
  (connected nil)
  (session (statusd--make-session))
  (snapshots nil :documentation "By key.")
  (taken nil :documentation "When each snapshot came, by key.")
  (wishes nil :documentation "Polling as switched here, for the next process.")
  (location nil)
  (wants-location nil)
  (help nil))

(defun statusd--find-part (model name)
  "Return the part of MODEL that is called NAME."
  (cdr (assoc name (statusd--model-parts model))))

;;; Calls

(defun statusd--calls (model)
  "Return the requests of MODEL that wait for a response."
  (statusd--session-calls (statusd--model-session model)))

(defun statusd--pending (model method)
  "Return the pending requests of MODEL for METHOD, oldest first."
  (seq-filter (lambda (call) (equal (plist-get call :method) method)) (statusd--calls model)))

(defun statusd--about (model method name)
  "Return the pending requests of MODEL for METHOD on the part NAME."
  (when-let ((part (statusd--find-part model name)))
    (seq-filter (lambda (call) (equal (statusd-key (plist-get call :params)) (statusd-part-key part)))
                (statusd--pending model method))))

;;; Snapshots

(defun statusd--snapshot (model key)
  "Return the snapshot of KEY that the running process gave to MODEL."
  (and (member key (statusd--session-present (statusd--model-session model)))
       (cdr (assoc key (statusd--model-snapshots model)))))

(defun statusd--shown (model name)
  "Return the snapshot of the part NAME in MODEL, from the running process."
  (when-let ((part (statusd--find-part model name)))
    (statusd--snapshot model (statusd-part-key part))))

(defun statusd--latest (model name)
  "Return the last snapshot in MODEL for the part NAME, also of an earlier process."
  (when-let ((part (statusd--find-part model name)))
    (cdr (assoc (statusd-part-key part) (statusd--model-snapshots model)))))

(defun statusd--on-screen-p (model key)
  "Return non-nil if KEY has a part in MODEL."
  (seq-some (lambda (each) (equal (statusd-part-key (cdr each)) key)) (statusd--model-parts model)))

;;; Buttons

(defun statusd--can-refresh-p (model name)
  "Return non-nil if the part NAME of MODEL can be refreshed."
  (and (statusd--model-connected model)
       (statusd--find-part model name)
       (null (statusd--about model "refresh" name))))

(defun statusd--stoppable (model name)
  "Return the refreshes of the part NAME of MODEL that can be cancelled."
  (let ((cancelled (statusd--session-cancelled (statusd--model-session model))))
    (seq-remove (lambda (call) (memql (plist-get call :id) cancelled))
                (statusd--about model "refresh" name))))

(defun statusd--can-switch-p (model name)
  "Return non-nil if the polling of the part NAME of MODEL can be switched."
  (statusd-has-p (statusd--shown model name) :autoPolling))

(defun statusd--polled-p (model name)
  "Return non-nil if the polling switch of the part NAME of MODEL is on.
It stands as it was pressed last, else as the daemon says."
  (let ((pressed (car (last (statusd--about model "setAutoPolling" name)))))
    (statusd-true-p
     (plist-get (if pressed
                    (plist-get pressed :params)
                  (plist-get (statusd--latest model name) :autoPolling))
                :enabled))))

(defun statusd--running (model failure-id)
  "Return the ids of the options of FAILURE-ID that are under way in MODEL."
  (cl-loop for call in (statusd--pending model "retry")
           for params = (plist-get call :params)
           when (equal (plist-get params :failureId) failure-id)
           collect (plist-get params :optionId)))

(defun statusd--enabled-p (model failure-id option-id)
  "Return non-nil if OPTION-ID of FAILURE-ID can be chosen in MODEL.
While an option runs, nothing but `cancel' can."
  (and (statusd--model-connected model)
       (or (equal option-id "cancel") (null (statusd--running model failure-id)))))

;;; Failures

(defun statusd--open-failures (model)
  "Return the failures of MODEL to show.
Those of snapshots come first, then those of responses, the newest first."
  (let ((failures (statusd--session-failures (statusd--model-session model))))
    (seq-remove
     (lambda (failure)
       (or (equal (plist-get failure :presentation) "silent")
           (member "cancel" (statusd--running model (plist-get failure :failureId)))))
     (append (statusd--snapshot-failures model) (reverse (mapcar #'cdr failures))))))

(defun statusd--snapshot-failures (model)
  "Return the failures of the snapshots of MODEL, and that of the location."
  (let ((snapshots (mapcar (lambda (part) (statusd--shown model (car part))) (statusd--model-parts model)))
        (location (and (statusd--model-wants-location model)
                       (statusd--session-has-location (statusd--model-session model))
                       (statusd--model-location model))))
    (delq nil (mapcar (lambda (each) (plist-get each :failure)) (append snapshots (list location))))))

(defun statusd--alert-p (model failure)
  "Return non-nil if FAILURE is an alert in MODEL.
What nothing on the screen could show in its place is one too."
  (let ((key (statusd-key failure)))
    (or (equal (plist-get failure :presentation) "alert")
        (not (or (statusd--on-screen-p model key) (equal key statusd--location-key))))))

(defun statusd--inline (model key)
  "Return the failure of MODEL to show in the place of KEY."
  (seq-find (lambda (each) (and (equal (statusd-key each) key) (not (statusd--alert-p model each))))
            (statusd--open-failures model)))

(defun statusd--open-alerts (model)
  "Return the alerts of MODEL that are open, the version of now of each."
  (seq-uniq (seq-filter (lambda (each) (statusd--alert-p model each)) (statusd--open-failures model))
            (lambda (one other) (equal (plist-get one :failureId) (plist-get other :failureId)))))

(defun statusd--alert (model)
  "Return the newest alert of MODEL.
An older one that is still open comes back after it."
  (let ((newest (car (last (statusd--session-alerts (statusd--model-session model))))))
    (seq-find (lambda (each) (equal (plist-get each :failureId) newest)) (statusd--open-alerts model))))

(defun statusd--outdated-p (model failure)
  "Return non-nil if FAILURE, a response's, is old for MODEL.
A snapshot has that very failure, or what is newer."
  (let* ((snapshot (statusd--snapshot model (statusd-key failure)))
         (newest (plist-get snapshot :failure))
         (occurred (statusd-seconds (plist-get failure :occurredAt))))
    (or (and newest (equal (plist-get newest :failureId) (plist-get failure :failureId)))
        (seq-some (lambda (time) (and time (> (statusd-seconds time) occurred)))
                  (list (plist-get newest :occurredAt) (plist-get snapshot :updatedAt))))))

(provide 'statusd-model)
;;; statusd-model.el ends here
