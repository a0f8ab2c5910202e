;;; statusd-recovery.el --- What can be done about a failure  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The options of the failures on the screen, to choose from; the options of an error, to call; and
;; those options that are the client's.

;;; Code:

(require 'statusd-session)

;;;###autoload
(defun statusd-recover (&optional failure)
  "Choose what is done about FAILURE, one of `statusd-failures'.
Interactively, it is the one at point, else the only one, else a chosen one."
  (interactive)
  (let* ((failure (or failure (get-text-property (point) 'statusd-failure) (statusd--choose-failure)))
         (buttons (seq-filter (lambda (each) (plist-get each :enabled)) (plist-get failure :buttons)))
         (prompt (format "%s.  %s " (plist-get failure :title) (plist-get failure :message))))
    (unless buttons
      (user-error "Nothing can be done until the daemon runs again"))
    (statusd-choose-option (plist-get failure :failureId)
                           (statusd--choose-titled prompt buttons (statusd--usual-button buttons)))))

(defun statusd-choose-option (failure-id button)
  "Perform BUTTON, an option of FAILURE-ID on the screen."
  (statusd-press "option" :failureId failure-id :optionId (plist-get button :id)))

(defun statusd--choose-failure ()
  "Return the failure on the screen, or the one that the user chooses."
  (pcase (seq-uniq (statusd-failures))
    ('nil (user-error "Nothing has failed"))
    (`(,only) only)
    (failures (statusd--choose-titled "Failure: " failures (car failures)))))

(defun statusd--usual-button (buttons)
  "Return that of BUTTONS which is offered first: not `cancel'."
  (or (seq-find (lambda (each) (equal (plist-get each :role) "default")) buttons)
      (car buttons)))

(defun statusd--choose-titled (prompt objects default)
  "Let the user choose one of OBJECTS by its title after PROMPT.
DEFAULT comes first."
  (let* ((titled (mapcar (lambda (each) (cons (statusd--distinct-title each objects) each))
                         (cons default (remq default objects))))
         (completion-ignore-case t)
         (titles (lambda (text predicate action)
                   (if (eq action 'metadata)
                       '(metadata (display-sort-function . identity) (cycle-sort-function . identity))
                     (complete-with-action action titled text predicate))))
         (title (completing-read prompt titles nil t nil nil (caar titled))))
    (cdr (assoc title titled))))

(defun statusd--distinct-title (object objects)
  "Return the title of OBJECT, with its id if OBJECTS share that title."
  (let ((title (plist-get object :title)))
    (if (> (seq-count (lambda (each) (equal (plist-get each :title) title)) objects) 1)
        (format "%s (%s)" title (or (plist-get object :id) (plist-get object :failureId)))
      title)))

;;; Of an error

(defun statusd-recover-from (error &optional option)
  "Perform OPTION of ERROR, bound by `condition-case', and wait for its end.
OPTION is an id, `tryAgain' unless it is given.  Return the result of
`retry', or signal a fresh `statusd-error' if the recovery fails.  An option
that is the client's is performed here, and nil is returned."
  (let* ((failure (statusd-error-failure error))
         (id (format "%s" (or option "tryAgain")))
         (chosen (seq-find (lambda (each) (equal (plist-get each :id) id)) (statusd-error-options error))))
    (cond ((null failure) (error "This error has no recovery options: %s" (statusd-error-message error)))
          ((equal (plist-get chosen :performedBy) "client")
           (statusd--perform-client-option failure chosen))
          (t (statusd--ask-process failure 'retry
                                   (list :failureId (plist-get (statusd-failure-data failure) :failureId)
                                         :optionId id))))))

(defun statusd--ask-process (failure method params)
  "Return the result of METHOD with PARAMS, from the process that reported FAILURE.
It has no time-out: an option may wait for minutes."
  (let ((connection (process-get (statusd-failure-process failure) 'jsonrpc-connection)))
    (statusd-wait (statusd-connection-request connection method params))))

(defun statusd--perform-client-option (failure option)
  "Perform OPTION of FAILURE, which is the client's, and return nil."
  (let ((data (statusd-failure-data failure)))
    (if (equal (plist-get option :id) "showHelp")
        (statusd-show-help
         (statusd--ask-process failure 'getHelp (list :anchor (plist-get data :helpAnchor))))
      (statusd--perform (list :failureId (plist-get data :failureId) :option option)))
    nil))

;;; Options of the client

(defun statusd-open-settings (option _failure-id)
  "Open the configuration at the key of OPTION, if that is `openSettings'."
  (when (equal (plist-get option :id) "openSettings")
    (let ((path (plist-get option :path))
          (key (plist-get option :key)))
      (if (null path)
          (message "statusd: set %s in ~/.config/statusd/config.toml" key)
        (find-file path)
        (goto-char (point-min))
        (when key ; Without one the file is wrong as a whole.
          ;; The table may be written in more than one way: the last part of the key stands in all of them.
          (or (search-forward key nil t)
              (search-forward (car (last (split-string key "\\."))) nil t))))
      t)))

(add-hook 'statusd-perform-functions #'statusd-open-settings t)

;;; Help

(defun statusd-show-help (help)
  "Show HELP, that of a screen or the result of `getHelp'."
  (with-current-buffer (get-buffer-create "*statusd help*")
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert (plist-get help :markdown))
      (goto-char (point-min)))
    (special-mode)
    (setq-local header-line-format (plist-get help :title))
    (display-buffer (current-buffer))))

(defun statusd--help-changed (before after)
  "Show the help of the screen AFTER, unless the one BEFORE had it."
  (let ((help (plist-get after :help)))
    (unless (or (null help) (equal help (plist-get before :help)))
      (statusd-show-help help)
      ;; It is read in its window now; the screen goes on.
      (statusd-press "closeHelp"))))

(add-hook 'statusd-screen-functions #'statusd--help-changed)

(provide 'statusd-recovery)
;;; statusd-recovery.el ends here
