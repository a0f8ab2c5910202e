;;; statusd-presenter.el --- What a front end shows  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Messages, presses and the clock go in; a screen and requests come out.  docs/presenter.md explains
;; it, and schema/presenter has the cases that it passes, as the presenter of every client does.  It
;; has no I/O and no clock: NOW is in seconds since 1970, by the daemon's clock.
;;
;; Each event returns what to do next: `:sends', a list of messages for the daemon, and `:performs', a
;; list of the options that the client performs itself.

;;; Code:

(require 'statusd-drawing)
(require 'statusd-restarts)

(defconst statusd--late '("failureNotFound" "optionNotFound" "alreadyRecovered" "nothingToRetry")
  "Kinds of failures which only say that a press came too late.
The snapshot shows what is now.")

(defconst statusd--grace 1
  "Seconds after the date of a poll until the presenter asks what became of it.")

(cl-defstruct (statusd-presenter (:constructor statusd--make-presenter))
  "One screen over one daemon."
  model (last-id 0))

(defun statusd-presenter (resources)
  "Return a presenter of RESOURCES, an alist of names and descriptions, in order.
A description is the shape of the resource that has the name, which is
`fleet', `menu' or `any', or it is of an instance of a parameterised
resource: (:shape any :resource \"build\" :arguments (:branch \"main\"))."
  (statusd--make-presenter
   :model (statusd--make-model
           :parts (mapcar (lambda (each) (cons (car each) (statusd--part (car each) (cdr each))))
                          resources))))

(defun statusd-presenter-screen (presenter now)
  "Return what PRESENTER draws at NOW."
  (statusd--draw (statusd-presenter-model presenter) now))

;;; Events

(defun statusd-presenter-connect (presenter _now)
  "Take in PRESENTER that a daemon was started, for the first time or again."
  (let ((model (statusd-presenter-model presenter)))
    (setf (statusd--model-connected model) t
          (statusd--model-session model) (statusd--make-session))
    (statusd--output
     presenter
     (append (mapcar (lambda (part)
                       (statusd--request presenter "getState" (statusd-part-params (cdr part))))
                     (statusd--model-parts model))
             (mapcar (lambda (wish) (statusd--request presenter "setAutoPolling" (cdr wish)))
                     (statusd--model-wishes model))))))

(defun statusd-presenter-disconnect (presenter _now)
  "Take in PRESENTER that the daemon has ended.
What it was asked will have no response."
  (let ((model (statusd-presenter-model presenter)))
    (setf (statusd--model-connected model) nil
          (statusd--model-session model) (statusd--make-session))
    nil))

(defun statusd-presenter-receive (presenter message now)
  "Take in PRESENTER a MESSAGE that came at NOW.
It is a notification, or the response to a request of PRESENTER."
  (let* ((model (statusd-presenter-model presenter))
         (session (statusd--model-session model))
         (params (plist-get message :params)))
    (pcase (plist-get message :method)
      ("stateChanged" (statusd--take model params now))
      ("locationChanged"
       (when (equal (plist-get params :subscriptionId) (statusd--session-subscription session))
         (statusd--take-location model (plist-get params :location))))
      ('nil (statusd--take-response model message now)))
    (statusd--output presenter nil)))

(defun statusd-presenter-press (presenter button _now)
  "Take in PRESENTER that BUTTON was pressed; one that is not enabled does nothing.
BUTTON is an object: (:button \"refresh\" :resource \"menu\")."
  (let ((model (statusd-presenter-model presenter))
        (name (plist-get button :resource))
        (sends nil))
    (pcase (plist-get button :button)
      ("refresh" (when (statusd--can-refresh-p model name)
                   (setq sends (list (statusd--ask presenter "refresh" name)))))
      ("stop" (setq sends (mapcar (lambda (call) (statusd--cancel model (plist-get call :id)))
                                  (statusd--stoppable model name))))
      ("polling" (when (statusd--can-switch-p model name)
                   (setq sends (list (statusd--switch presenter name)))))
      ("startLocation" (setf (statusd--model-wants-location model) t))
      ("stopLocation" (setf (statusd--model-wants-location model) nil))
      ("closeHelp" (setf (statusd--model-help model) nil)))
    (if (equal (plist-get button :button) "option")
        (statusd--choose presenter (plist-get button :failureId) (plist-get button :optionId))
      (statusd--output presenter sends))))

(defun statusd-presenter-tick (presenter now)
  "Take in PRESENTER that it is NOW.
A poll that brought an equal value sends nothing, so what became of it is
asked for: otherwise the value would grow old on the screen and the next
poll would be overdue for ever."
  (let ((model (statusd-presenter-model presenter)))
    (list :sends (cl-loop for (name . _) in (statusd--model-parts model)
                          when (statusd--overdue-p model name now)
                          collect (statusd--ask presenter "getState" name)))))

;;; What came in

(defun statusd--take (model snapshot now)
  "Keep SNAPSHOT in MODEL from NOW on, unless there is a later one.
Instances that are not on the screen come and go without end."
  (let ((key (statusd-key snapshot)))
    (unless (or (and (statusd-has-p snapshot :arguments) (not (statusd--on-screen-p model key)))
                (< (plist-get snapshot :revision)
                   (or (plist-get (statusd--snapshot model key) :revision) 0)))
      (setf (alist-get key (statusd--model-snapshots model) nil nil #'equal) snapshot
            (alist-get key (statusd--model-taken model) nil nil #'equal) now)
      (cl-pushnew key (statusd--session-present (statusd--model-session model)) :test #'equal))))

(defun statusd--take-location (model location)
  "Keep LOCATION in MODEL."
  (setf (statusd--model-location model) location
        (statusd--session-has-location (statusd--model-session model)) t))

(defun statusd--take-response (model response now)
  "Settle the call of MODEL to which RESPONSE, which came at NOW, belongs."
  (let* ((session (statusd--model-session model))
         (call (seq-find (lambda (each) (eql (plist-get each :id) (plist-get response :id)))
                         (statusd--session-calls session))))
    (when call
      (setf (statusd--session-calls session) (delq call (statusd--session-calls session)))
      (if (statusd-has-p response :error)
          (statusd--fail model call (plist-get (plist-get response :error) :data))
        (statusd--succeed model call (plist-get response :result) now)))))

(defun statusd--succeed (model call result now)
  "Take the RESULT of CALL, which came at NOW, into MODEL."
  (let ((session (statusd--model-session model)))
    (pcase (plist-get call :method)
      ((or "getState" "refresh") (statusd--take model result now))
      ("setAutoPolling" (statusd--take-polling model result))
      ("retry" (statusd--recovered model (plist-get call :params) (plist-get result :result) now))
      ("subscribeLocation"
       (setf (statusd--session-subscription session) (plist-get result :subscriptionId))
       (statusd--take-location model (plist-get result :location)))
      ("unsubscribeLocation"
       (setf (statusd--session-subscription session) nil
             (statusd--session-has-location session) nil))
      ("getHelp" (setf (statusd--model-help model) result)))))

(defun statusd--recovered (model params result now)
  "Take into MODEL that the option of PARAMS ended with RESULT at NOW."
  (if (and (statusd-has-p result :autoPolling) (not (statusd-has-p result :revision)))
      (statusd--take-polling model result) ; `keepTrying' settles nothing.
    (statusd--forget-failure model (plist-get params :failureId))
    (cond ((statusd-has-p result :resource) (statusd--take model result now))
          (result (statusd--take-location model result)))))

(defun statusd--take-polling (model result)
  "Take RESULT, how something is polled now, into MODEL."
  (let ((known (assoc (statusd-key result) (statusd--model-snapshots model))))
    (setf (statusd--model-wishes model) (statusd-remember-wish (statusd--model-wishes model) result))
    (when known
      (setcdr known (statusd-merge (cdr known) (statusd-select result :autoPolling))))))

(defun statusd--fail (model call failure)
  "Take into MODEL that CALL ended with FAILURE."
  (let ((session (statusd--model-session model))
        (method (plist-get call :method)))
    (pcase method
      ("subscribeLocation" (setf (statusd--model-wants-location model) nil))
      ("unsubscribeLocation" (setf (statusd--session-subscription session) nil))
      ("retry" ; The fresh one takes over.
       (statusd--forget-failure model (plist-get (plist-get call :params) :failureId))))
    (unless (or (equal method "unsubscribeLocation") ; It has ended, which is what was wanted.
                (equal (plist-get failure :presentation) "silent")
                (member (plist-get failure :kind) statusd--late))
      (setf (statusd--session-failures session)
            (append (statusd--session-failures session)
                    (list (cons (plist-get failure :failureId) failure)))))))

(defun statusd--forget-failure (model failure-id)
  "Forget FAILURE-ID, which is of a response to MODEL."
  (let ((session (statusd--model-session model)))
    (setf (statusd--session-failures session)
          (assoc-delete-all failure-id (statusd--session-failures session)))))

;;; What goes out

(defun statusd--output (presenter sends)
  "Return the output of an event of PRESENTER.
That is SENDS, a list, and what the location needs."
  (statusd--prune (statusd-presenter-model presenter))
  (list :sends (append sends (statusd--location-requests presenter))))

(defun statusd--prune (model)
  "Forget the failures of MODEL that are outdated and the alerts that are settled."
  (let ((session (statusd--model-session model)))
    (setf (statusd--session-failures session)
          (seq-remove (lambda (each) (statusd--outdated-p model (cdr each)))
                      (statusd--session-failures session)))
    (let* ((open (mapcar (lambda (each) (plist-get each :failureId)) (statusd--open-alerts model)))
           (kept (seq-filter (lambda (id) (member id open)) (statusd--session-alerts session))))
      (setf (statusd--session-alerts session)
            (append kept (seq-remove (lambda (id) (member id kept)) open))))))

(defun statusd--location-requests (presenter)
  "Return what PRESENTER sends for the location.
At most one of subscribing and unsubscribing is under way; afterwards the
wish of then is compared."
  (let* ((model (statusd-presenter-model presenter))
         (subscription (statusd--session-subscription (statusd--model-session model)))
         (wanted (statusd--model-wants-location model)))
    (cond ((or (not (statusd--model-connected model))
               (statusd--pending model "subscribeLocation")
               (statusd--pending model "unsubscribeLocation"))
           nil)
          ((and wanted (not subscription))
           (list (statusd--request presenter "subscribeLocation" nil)))
          ((and subscription (not wanted))
           (list (statusd--request presenter "unsubscribeLocation"
                                   (list :subscriptionId subscription)))))))

(defun statusd--choose (presenter failure-id option-id)
  "Return what PRESENTER does for OPTION-ID of FAILURE-ID."
  (let* ((model (statusd-presenter-model presenter))
         (failure (seq-find (lambda (each) (equal (plist-get each :failureId) failure-id))
                            (statusd--open-failures model)))
         (option (seq-find (lambda (each) (equal (plist-get each :id) option-id))
                           (plist-get failure :recoveryOptions))))
    (cond ((not (and option (statusd--enabled-p model failure-id option-id))) nil)
          ((equal (plist-get option :performedBy) "server")
           (let ((params (list :failureId failure-id :optionId option-id)))
             (statusd--output presenter (list (statusd--request presenter "retry" params)))))
          ((equal option-id "showHelp")
           (let ((params (list :anchor (plist-get failure :helpAnchor))))
             (statusd--output presenter (list (statusd--request presenter "getHelp" params)))))
          (t (list :performs (list (list :failureId failure-id :option option)))))))

(defun statusd--switch (presenter name)
  "Return a request of PRESENTER to switch the polling of the part NAME."
  (let ((wanted (if (statusd--polled-p (statusd-presenter-model presenter) name) :json-false t)))
    (statusd--ask presenter "setAutoPolling" name (list :enabled wanted))))

(defun statusd--ask (presenter method name &optional params)
  "Return a request for METHOD with PARAMS of PRESENTER about the part NAME."
  (let ((part (statusd--find-part (statusd-presenter-model presenter) name)))
    (statusd--request presenter method (append params (statusd-part-params part)))))

(defun statusd--request (presenter method params)
  "Return a request of PRESENTER for METHOD with PARAMS.
From then on it is pending."
  (let* ((session (statusd--model-session (statusd-presenter-model presenter)))
         (id (cl-incf (statusd-presenter-last-id presenter)))
         (message (list :jsonrpc "2.0" :id id :method method :params params)))
    (setf (statusd--session-calls session) (append (statusd--session-calls session) (list message)))
    message))

(defun statusd--cancel (model id)
  "Return a notification to cancel ID, a request of MODEL."
  (push id (statusd--session-cancelled (statusd--model-session model)))
  (list :jsonrpc "2.0" :method "$/cancelRequest" :params (list :id id)))

(defun statusd--overdue-p (model name now)
  "Return non-nil if a poll of the part NAME of MODEL is overdue at NOW."
  (let ((polling (plist-get (statusd--shown model name) :autoPolling)))
    (when (and (statusd-true-p (plist-get polling :enabled))
               (null (statusd--about model "getState" name)))
      (let* ((next (plist-get polling :nextPollAt)) ; Absent while a poll is under way.
             (key (statusd-part-key (statusd--find-part model name)))
             (taken (cdr (assoc key (statusd--model-taken model)))))
        (>= now (+ statusd--grace (max taken (if next (statusd-seconds next) 0))))))))

(provide 'statusd-presenter)
;;; statusd-presenter.el ends here
