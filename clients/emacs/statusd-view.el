;;; statusd-view.el --- A buffer that shows a resource  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; One buffer for each resource.  It is drawn from the screen and from nothing else, whenever that has
;; changed, and what is pressed in it is sent to the daemon.

;;; Code:

(require 'text-property-search)
(require 'statusd-alerts)
(require 'statusd-value)

(defface statusd-title '((t :inherit (bold)))
  "Face for the name of a resource."
  :group 'statusd)
(defface statusd-category '((t :inherit (bold font-lock-keyword-face)))
  "Face for the head of a group."
  :group 'statusd)
(defface statusd-state '((t :inherit (shadow)))
  "Face for ages and times."
  :group 'statusd)
(defface statusd-stale '((t :inherit (shadow italic)))
  "Face for a value that is old."
  :group 'statusd)
(defface statusd-failure '((t :inherit (error)))
  "Face for the title of a failure."
  :group 'statusd)

(defvar-local statusd-view-name nil
  "The resource in this buffer.")

(defvar statusd-view-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map "g" 'statusd-refresh) ; The commands stand in statusd.el.
    (define-key map "k" 'statusd-stop-refresh)
    (define-key map "p" 'statusd-toggle-auto-polling)
    (define-key map "r" #'statusd-recover)
    (define-key map (kbd "RET") #'statusd-view-act)
    (define-key map (kbd "TAB") #'forward-button)
    (define-key map (kbd "<backtab>") #'backward-button)
    map))

(define-derived-mode statusd-view-mode special-mode "statusd"
  "Major mode for a resource of statusd.
\\{statusd-view-mode-map}"
  (setq-local revert-buffer-function (lambda (&rest _) (statusd-press "refresh" :part statusd-view-name)))
  (buffer-disable-undo) ; It is drawn anew again and again.
  (add-hook 'kill-buffer-hook #'statusd--view-killed nil t))

(defun statusd--view-killed ()
  "Close the screen of the instance in this buffer, which is about to be killed."
  (when (and statusd-view-name statusd--session)
    (statusd-release-instance statusd-view-name)))

;;;###autoload
(defun statusd-show (name)
  "Show the resource NAME, and fetch it if nothing is known of it yet.
An instance of a parameterised resource is named with its arguments, such as
\"build branch=main\"; interactively, they are asked for."
  (interactive (list (statusd--read-name)))
  (statusd-ensure-part name)
  (let ((buffer (get-buffer-create (format "*statusd %s*" name))))
    (with-current-buffer buffer
      (unless (derived-mode-p 'statusd-view-mode)
        (statusd-view-mode))
      (setq statusd-view-name name)
      (statusd--redraw (statusd-screen)))
    (pop-to-buffer buffer)
    (when (equal (plist-get (statusd-screen-of name) :phase) "blank")
      (statusd-press "refresh" :part name))))

(defun statusd--read-name ()
  "Let the user choose a resource, and the arguments of one that takes some."
  (let* ((names (statusd-names))
         (name (completing-read "Resource: " names nil t nil nil (car names))))
    (string-join (cons name (mapcar (lambda (parameter)
                                      (format "%s=%s" parameter (read-string (format "%s: " parameter))))
                                    (cdr (statusd--family-of name))))
                 " ")))

(defun statusd--name-of-shape (shape)
  "Return the name of the first resource of SHAPE, a string."
  (or (seq-find (lambda (name) (equal (plist-get (statusd-screen-of name) :shape) shape)) (statusd-names))
      (user-error "The daemon has no %s" shape)))

(defun statusd-view-act ()
  "Press the button at point; on a failure, choose what is done about it."
  (interactive)
  (cond ((button-at (point)) (push-button))
        ((get-text-property (point) 'statusd-failure) (statusd-recover))
        ((statusd-failures) (statusd-recover))
        (t (message "Nothing to press here"))))

;;; Keeping up

(defun statusd--views ()
  "Return the buffers of resources."
  (seq-filter (lambda (buffer) (buffer-local-value 'statusd-view-name buffer)) (buffer-list)))

(defun statusd--view-visible-p (name)
  "Return non-nil if the resource NAME is in a window, or any if NAME is nil."
  (seq-some (lambda (buffer)
              (and (get-buffer-window buffer t)
                   (or (null name) (equal name (buffer-local-value 'statusd-view-name buffer)))))
            (statusd--views)))

(defun statusd--views-changed (_before after)
  "Draw all buffers anew, as the screen AFTER has it.
After another start the screens of instances are opened again."
  (dolist (buffer (statusd--views))
    (with-current-buffer buffer
      (cond ((statusd-screen-of statusd-view-name after) (statusd--redraw after))
            ((and (plist-get after :connected) (statusd--family-of statusd-view-name))
             (statusd-open-instance statusd-view-name))))))

(add-hook 'statusd-visible-functions #'statusd--view-visible-p)
(add-hook 'statusd-screen-functions #'statusd--views-changed)

(defun statusd--redraw (screen)
  "Draw this buffer anew from SCREEN.
Leave point, and what windows show, where it was."
  (let ((inhibit-read-only t)
        (places (mapcar (lambda (window)
                          (list window (statusd--place (window-point window))
                                (line-number-at-pos (window-start window))))
                        (get-buffer-window-list nil nil t)))
        (place (statusd--place (point))))
    (erase-buffer)
    (statusd--draw-view screen (statusd-screen-of statusd-view-name screen))
    (set-buffer-modified-p nil)
    (pcase-dolist (`(,window ,each ,line) places)
      (set-window-point window (statusd--position each))
      (set-window-start window (statusd--position (list nil line 0)) t))
    (goto-char (statusd--position place))))

(defun statusd--place (position)
  "Return where POSITION is: the button that it is on, its line and its column."
  (save-excursion
    (goto-char position)
    (list (get-text-property position 'statusd-button) (line-number-at-pos) (current-column))))

(defun statusd--position (place)
  "Return the position of PLACE: on its button, if that is still there."
  (pcase-let ((`(,button ,line ,column) place))
    (save-excursion
      (goto-char (point-min))
      (or (and button
               (when-let ((match (text-property-search-forward 'statusd-button button #'equal)))
                 (prop-match-beginning match)))
          (progn
            (forward-line (1- line))
            (move-to-column column)
            (point))))))

;;; Drawing

(defun statusd--draw-view (screen part)
  "Insert PART of SCREEN."
  (insert (propertize statusd-view-name 'face 'statusd-title) "  "
          (propertize (statusd--state-text screen part) 'face 'statusd-state) "\n")
  (statusd--insert-switches part)
  (insert "\n\n")
  (when (plist-get screen :notice)
    (insert (propertize (plist-get screen :notice) 'face 'statusd-state) "\n\n"))
  (mapc #'statusd--insert-failure
        (seq-uniq (delq nil (list (plist-get screen :alert) (plist-get part :failure)))))
  (statusd--insert-content part))

(defun statusd--state-text (screen part)
  "Return in words how PART of SCREEN is."
  (let ((polling (plist-get part :polling))
        (attempt (plist-get part :attempt)))
    (string-join
     (delq nil
           (list (unless (plist-get screen :connected) "statusd does not run")
                 (when (equal (plist-get part :phase) "stale") "old")
                 (and (plist-get screen :connected) (plist-get part :age)) ; Without a daemon it stands still.
                 (cond (attempt (format "attempt %d of %d" (plist-get attempt :number) (plist-get attempt :of)))
                       ((plist-get part :spinner) "loading"))
                 (when (plist-get polling :next) (format "next poll %s" (plist-get polling :next)))))
     ", ")))

(defun statusd--insert-switches (part)
  "Insert the buttons of PART that are always there."
  (let ((polling (plist-get part :polling)))
    (statusd--insert-button "Refresh" (plist-get (plist-get part :refresh) :enabled)
                            "refresh" :part statusd-view-name)
    (insert " ")
    (statusd--insert-button "Stop" (plist-get (plist-get part :stop) :enabled)
                            "stop" :part statusd-view-name)
    (when polling
      (insert " ")
      (statusd--insert-button (if (plist-get polling :on) "Auto-polling is on" "Auto-polling is off")
                              (plist-get polling :enabled) "polling" :part statusd-view-name))))

(defun statusd--insert-button (title enabled button &rest members)
  "Insert a button with TITLE for BUTTON with MEMBERS, if it is ENABLED."
  (if (not enabled)
      (insert (propertize (format "[%s]" title) 'face 'shadow))
    (insert-text-button (format "[%s]" title)
                        'statusd-button (cons button members)
                        'follow-link t
                        'action (lambda (_) (apply #'statusd-press button members)))))

(defun statusd--insert-failure (failure)
  "Insert FAILURE with its buttons."
  (let ((start (point))
        (id (plist-get failure :failureId))
        (countdown (plist-get failure :countdown)))
    (insert (propertize (plist-get failure :title) 'face 'statusd-failure)
            (if countdown (format "  (%d s)" countdown) "") "\n"
            (plist-get failure :message) "\n")
    (seq-doseq (button (plist-get failure :buttons))
      (statusd--insert-button (concat (plist-get button :title) (if (plist-get button :running) " …" ""))
                              (plist-get button :enabled)
                              "option" :failureId id :optionId (plist-get button :id))
      (insert " "))
    (insert "\n\n")
    (put-text-property start (point) 'statusd-failure failure)))

(defvar statusd-content-functions nil
  "Functions to insert a content, by a member that it has, a keyword.")

(defun statusd--insert-content (part)
  "Insert the content of PART, or what stands in its place."
  (let* ((content (plist-get part :content))
         (insert-it (cl-loop for (member . function) in statusd-content-functions
                             when (statusd-has-p content member) return function))
         (start (point)))
    (cond (insert-it (funcall insert-it content))
          (content (statusd-insert-value (statusd-value-in content)))
          ((equal (plist-get part :phase) "loading") (insert "Loading…\n"))
          ((equal (plist-get part :phase) "blank")
           (insert (substitute-command-keys "Nothing was fetched yet: \\[statusd-refresh] does that.\n"))))
    (when (equal (plist-get part :phase) "stale")
      (add-face-text-property start (point) 'statusd-stale t))))

(provide 'statusd-view)
;;; statusd-view.el ends here
