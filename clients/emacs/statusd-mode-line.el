;;; statusd-mode-line.el --- A resource in the mode line  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A segment that shows how a resource is.  `mouse-1' asks what to do about a failure, or else fetches;
;; `mouse-3' switches polling.

;;; Code:

(require 'statusd-view)

(defcustom statusd-mode-line-resource nil
  "The resource in the mode line; nil for the first."
  :group 'statusd
  :type '(choice (const :tag "The first" nil) string))

(defcustom statusd-mode-line-function #'statusd-mode-line-text
  "Function that returns the text of the mode line.
It is called with the name of the resource and with what the screen has for
it (`statusd-screen-of')."
  :group 'statusd
  :type 'function)

(defvar statusd-mode-line-string ""
  "The segment of `statusd-mode-line-mode'.")
;; Without this Emacs drops the properties that make it a button.
(put 'statusd-mode-line-string 'risky-local-variable t)

(defvar statusd-mode-line-map
  (let ((map (make-sparse-keymap)))
    (define-key map [mode-line mouse-1] #'statusd-mode-line-act)
    (define-key map [mode-line mouse-3] #'statusd-mode-line-toggle)
    map)
  "Keymap of the segment in the mode line.")

;;;###autoload
(define-minor-mode statusd-mode-line-mode
  "Show a resource of statusd in the mode line."
  :global t
  :group 'statusd
  (setq global-mode-string (delq 'statusd-mode-line-string (or global-mode-string '(""))))
  (if (not statusd-mode-line-mode)
      (remove-hook 'statusd-screen-functions #'statusd--mode-line-changed)
    (add-hook 'statusd-screen-functions #'statusd--mode-line-changed)
    (setq global-mode-string (append global-mode-string '(statusd-mode-line-string)))
    (statusd-session)
    (statusd--mode-line-changed nil (statusd-screen)))
  (force-mode-line-update t))

(defun statusd--mode-line-visible-p (name)
  "Return non-nil while the resource NAME is in the mode line, or any if it is nil."
  (and statusd-mode-line-mode (or (null name) (equal name (statusd--mode-line-name)))))

(add-hook 'statusd-visible-functions #'statusd--mode-line-visible-p t)

(defun statusd--mode-line-name ()
  "Return the name of the resource in the mode line, nil before there is one."
  (or statusd-mode-line-resource
      (and statusd--session (car (statusd-session-names statusd--session)))))

(defun statusd--mode-line-changed (_before after)
  "Show the screen AFTER in the mode line."
  (let* ((name (or (statusd--mode-line-name) "statusd"))
         (part (statusd-screen-of name after))
         (text (funcall statusd-mode-line-function name part)))
    (setq statusd-mode-line-string
          (propertize (concat " " (string-replace "%" "%%" text) " ")
                      'face (statusd--mode-line-face part)
                      'mouse-face 'mode-line-highlight
                      'help-echo (statusd--mode-line-help part)
                      'local-map statusd-mode-line-map))
    (force-mode-line-update t)))

(defun statusd-mode-line-text (name part)
  "Return in words how the resource NAME is, whose part of the screen is PART."
  (let ((content (plist-get part :content))
        (failure (plist-get part :failure))
        (connected (plist-get (statusd-screen) :connected)))
    (concat name ": "
            (cond (failure (plist-get failure :title))
                  (content (statusd--content-words name part))
                  ((plist-get part :spinner) "loading")
                  ((and connected (null part)) "no such resource")
                  (t "-"))
            (if (and content (null failure) (equal (plist-get part :phase) "stale")) " (old)" "")
            (if (and content (plist-get part :spinner)) " …" ""))))

(defun statusd--content-words (name part)
  "Return the value of NAME in few words; PART is its part of the screen.
They are those of `:text' in `statusd-resources', if that has it."
  (let* ((content (plist-get part :content))
         (text (plist-get (cdr-safe (assoc name (seq-filter #'proper-list-p statusd-resources))) :text)))
    (if text
        (condition-case error
            (format "%s" (funcall text (statusd-value-in content)))
          ;; A mistake of the user's must not spoil every change of the screen.
          (error (error-message-string error)))
      (let ((items (plist-get content :items))
            (sections (plist-get content :sections))
            (value (statusd-value-in content)))
        (cond (items (format "%d on the map" (length items)))
              (sections (format "%d in the menu"
                                (cl-loop for each across sections sum (length (plist-get each :items)))))
              ((or (consp value) (vectorp value)) (plist-get part :age))
              (t (statusd--cell value)))))))

(defun statusd--mode-line-face (part)
  "Return the face for PART of the screen."
  (cond ((plist-get part :failure) 'error)
        ((equal (plist-get part :phase) "stale") 'warning)
        (t 'mode-line)))

(defun statusd--mode-line-help (part)
  "Return the tooltip for PART of the screen."
  (let ((failure (plist-get part :failure))
        (next (plist-get (plist-get part :polling) :next)))
    (concat (if failure (concat (plist-get failure :message) "\n") "")
            (if next (format "next poll %s\n" next) "")
            (if failure "mouse-1: recover" "mouse-1: refresh")
            ", mouse-3: switch polling")))

(defun statusd-mode-line-act ()
  "Ask what to do about the failure in the mode line; without one, fetch."
  (interactive)
  (let* ((name (or (statusd--mode-line-name) (car (statusd-names))))
         (failure (plist-get (statusd-screen-of name) :failure)))
    (if failure
        (statusd-recover failure)
      (statusd-press "refresh" :part name))))

(defun statusd-mode-line-toggle ()
  "Switch the polling of the resource in the mode line."
  (interactive)
  (statusd-press "polling" :part (or (statusd--mode-line-name) (car (statusd-names)))))

(provide 'statusd-mode-line)
;;; statusd-mode-line.el ends here
