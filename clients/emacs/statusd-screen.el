;;; statusd-screen.el --- What a person sees, as the daemon decides it  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A screen of some resources and of the location is held here, for drawing: the changes that the daemon
;; sends are merged, the screen grows old with its daemon, and is opened again by the next process.
;; docs/screens.md explains the members.  Each change makes another property list, so that two screens
;; can be compared; false and null are nil, except within the content of a part.

;;; Code:

(require 'statusd-daemon)

(cl-defstruct (statusd-held (:constructor statusd--make-held))
  "A screen of a daemon."
  daemon params on-change listener
  (id nil :documentation "The daemon's; nil before it was opened, and while no daemon runs.")
  (shown nil :documentation "What to draw.")
  (failure nil :documentation "The error for which the daemon did not open it.")
  (closed nil))

(defun statusd-open-screen (daemon params on-change)
  "Open a screen of DAEMON with PARAMS, those of `openScreen', and return it.
ON-CHANGE is a function of it, for each change; `statusd-held-shown' is what
to draw then.  After a restart it is opened again."
  (let ((held (statusd--make-held :daemon daemon :params params :on-change on-change)))
    (setf (statusd-held-listener held) (lambda (method params) (statusd--held-take held method params)))
    (push (statusd-held-listener held) (statusd-daemon-listeners daemon))
    (statusd--held-begin held)
    held))

(defun statusd-close-screen (held)
  "End the screen HELD and what it has begun."
  (let ((daemon (statusd-held-daemon held)))
    (setf (statusd-held-closed held) t
          (statusd-daemon-listeners daemon)
          (remq (statusd-held-listener held) (statusd-daemon-listeners daemon)))
    (when (and (statusd-held-id held) (statusd-running-p daemon))
      (statusd-request daemon 'closeScreen (list :screenId (statusd-held-id held))))
    (setf (statusd-held-id held) nil)))

(cl-defun statusd-press-button (held button members &key success)
  "Press BUTTON of the screen HELD, with further MEMBERS, and return the request.
Return nil while no daemon shows it.  SUCCESS is called with the result."
  (when (statusd-held-id held)
    (statusd-request (statusd-held-daemon held) 'press
                     (append (list :screenId (statusd-held-id held) :button button) members)
                     :success success)))

;;; What comes

(defun statusd--held-begin (held)
  "Open HELD in the process of now, and switch on there what was on before."
  (statusd-request
   (statusd-held-daemon held) 'openScreen (statusd-held-params held) :timeout nil
   :failure (lambda (error)
              (when (statusd-error-failure error) ; Otherwise the daemon has ended.
                (setf (statusd-held-failure held) error)
                (funcall (statusd-held-on-change held) held)))
   :success (lambda (opened)
              (setf (statusd-held-id held) (plist-get opened :screenId))
              (if (statusd-held-closed held)
                  (statusd-close-screen held)
                (let ((before (statusd-held-shown held)))
                  (statusd--held-merge held (plist-get opened :screen))
                  (statusd--held-restore held before))))))

(defun statusd--held-take (held method params)
  "Take METHOD with PARAMS, which the daemon of HELD published."
  (pcase method
    ('screenChanged (when (equal (plist-get params :screenId) (statusd-held-id held))
                      (statusd--held-merge held (plist-get params :changed))))
    ('$/ended (statusd--held-show held (statusd--old-screen (statusd-held-shown held)) nil))
    ('$/restarted (statusd--held-begin held))))

(defun statusd--held-show (held shown id)
  "Let HELD be SHOWN, and have ID."
  (setf (statusd-held-shown held) shown
        (statusd-held-id held) id)
  (funcall (statusd-held-on-change held) held))

(defun statusd--held-merge (held changed)
  "Merge the members of CHANGED into HELD, and those of its parts into the parts."
  (let* ((shown (statusd-held-shown held))
         (parts (copy-sequence (plist-get shown :parts))))
    (cl-loop for (name members) on (plist-get changed :parts) by #'cddr
             do (setq parts (plist-put parts name
                                       (statusd-merge (plist-get parts name) (statusd--plain members)))))
    (statusd--held-show
     held
     (statusd-merge shown (statusd--plain (statusd-select changed :location :alert :notice :help))
                    (list :parts parts))
     (statusd-held-id held))))

(defun statusd--plain (value)
  "Return VALUE with nil for false.  A content stays as it came."
  (cond ((eq value :json-false) nil)
        ((vectorp value) (vconcat (mapcar #'statusd--plain value)))
        ((consp value) (cl-loop for (member each) on value by #'cddr
                                append (list member (if (eq member :content) each (statusd--plain each)))))
        (t value)))

;;; The end of a process

(defun statusd--old-screen (shown)
  "Return SHOWN as it is without a daemon: old, and with nothing to press."
  (let ((location (plist-get shown :location)))
    (statusd-merge
     shown
     (list :alert nil
           :parts (cl-loop for (name part) on (plist-get shown :parts) by #'cddr
                           append (list name (statusd--old-part part)))
           :location (and location
                          (statusd-merge location
                                         (list :phase (if (plist-get location :coordinate) "stale" "blank")
                                               :failure nil)))))))

(defun statusd--old-part (part)
  "Return PART of a screen as it is without a daemon."
  (statusd-merge part (list :phase (if (plist-get part :content) "stale" "blank")
                            :spinner nil :attempt nil :failure nil :refresh nil :stop nil
                            :polling (and (plist-get part :polling)
                                          (statusd-merge (plist-get part :polling)
                                                         '(:enabled nil :next nil))))))

(defun statusd--held-restore (held before)
  "Switch on HELD what was on in the process BEFORE, and off what was off."
  (cl-loop for (name part) on (plist-get before :parts) by #'cddr
           for was = (plist-get (plist-get part :polling) :on)
           for is = (plist-get (plist-get (plist-get (plist-get (statusd-held-shown held) :parts) name)
                                          :polling)
                               :on)
           when (and (plist-get part :polling) (not (eq was is)))
           do (statusd-press-button held "polling"
                                    (list :part (statusd-name name) :on (or was :json-false))))
  (when (plist-get (plist-get before :location) :on)
    (statusd-press-button held "startLocation" nil)))

(provide 'statusd-screen)
;;; statusd-screen.el ends here
