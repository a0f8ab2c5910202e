;;; screen-tests.el --- A screen as it is held  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Changes are merged, a screen grows old with its daemon, and the next process opens it again.

;;; Code:

(require 'support)

(defmacro screen-tests--with (params &rest body)
  "Run BODY with `held', an open screen of PARAMS."
  (declare (indent 1) (debug t))
  `(support-with-scenario '("ok" "notFound")
     (setq screen-tests--shown nil)
     (let ((held (statusd-open-screen (support-daemon) ,params
                                      (lambda (held) (push (statusd-held-shown held) screen-tests--shown)))))
       (support-until (statusd-held-id held))
       ,@body)))

(defvar screen-tests--shown nil
  "What was to be drawn, the newest first.")

(defun screen-tests--menu (held &rest members)
  "Return the MEMBERS of the menu on HELD."
  (let ((part (statusd-screen-of "menu" (statusd-held-shown held))))
    (mapcar (lambda (member) (plist-get part member)) members)))

(defun screen-tests--press (held button &rest members)
  "Press BUTTON with MEMBERS on HELD, and return whether it was enabled."
  (statusd-true-p (plist-get (statusd-wait (statusd-press-button held button members)) :pressed)))

(ert-deftest statusd-a-screen-follows-its-daemon ()
  (screen-tests--with '(:parts (:menu (:resource "menu")))
    (should (equal (screen-tests--menu held :phase :spinner :content) '("blank" nil nil)))
    (should (screen-tests--press held "refresh" :part "menu"))
    (should (equal (screen-tests--menu held :phase :spinner :attempt) '("loading" t (:number 1 :of 3))))
    (support-advance 1)
    (should (equal (screen-tests--menu held :phase :spinner :attempt :age) '("content" nil nil "just now")))
    (should-not (screen-tests--press held "stop" :part "menu"))
    (screen-tests--press held "refresh" :part "menu")
    (support-advance 1)
    (should (equal (plist-get (plist-get (statusd-held-shown held) :alert) :kind) "notFound"))
    ;; Each change is another screen.
    (should (equal (mapcar (lambda (shown) (plist-get (statusd-screen-of "menu" shown) :phase))
                           (last screen-tests--shown 3))
                   '("content" "loading" "blank")))))

(ert-deftest statusd-false-and-null-stay-within-a-value ()
  (support-with-folder
    (support-write "content.json" "[false,null]")
    (support-with-daemon (list "--resource" (concat "content=file:" (support-path "content.json")))
      (statusd-show "content")
      (support-until (equal (plist-get (statusd-screen-of "content") :phase) "content"))
      (should (equal (plist-get (plist-get (statusd-screen-of "content") :content) :value) [:json-false nil]))
      (should-not (plist-get (statusd-screen-of "content") :spinner)))))

(ert-deftest statusd-a-screen-grows-old-with-its-daemon ()
  (screen-tests--with '(:parts (:menu (:resource "menu") :state (:resource "state")) :location t :fetch "missing")
    (screen-tests--press held "polling" :part "menu" :on t)
    (screen-tests--press held "startLocation")
    (support-advance 1)
    (statusd-quit)
    (should-not (statusd-held-id held))
    (should (equal (screen-tests--menu held :phase :spinner :refresh :stop) '("stale" nil nil nil)))
    (should (plist-get (car (screen-tests--menu held :polling)) :on))
    (should-not (plist-get (car (screen-tests--menu held :polling)) :enabled))
    (should (equal (plist-get (plist-get (statusd-held-shown held) :location) :phase) "stale"))
    (should-not (statusd-press-button held "refresh" '(:part "menu")))))

(ert-deftest statusd-a-screen-is-opened-again-as-it-was-switched ()
  (screen-tests--with '(:parts (:menu (:resource "menu") :state (:resource "state")) :location t)
    (screen-tests--press held "polling" :part "menu" :on t)
    (screen-tests--press held "startLocation")
    (let ((process (support-kill)))
      (support-until (process-get process 'statusd-ended)))
    (support-until (and (statusd-held-id held) (plist-get (car (screen-tests--menu held :polling)) :on)))
    (support-until (plist-get (plist-get (statusd-held-shown held) :location) :on))
    (let ((state (statusd-screen-of "state" (statusd-held-shown held))))
      (should-not (plist-get (plist-get state :polling) :on)))))

(ert-deftest statusd-a-screen-that-is-closed-changes-no-more ()
  (screen-tests--with '(:parts (:menu (:resource "menu")) :fetch "missing")
    (statusd-close-screen held)
    (support-advance 1)
    (should (equal (screen-tests--menu held :phase) '("loading")))
    (should (member "closeScreen" (support-methods)))))

(ert-deftest statusd-a-screen-that-is-not-opened-says-why ()
  (support-with-daemon nil
    (let ((held (statusd-open-screen (support-daemon) '(:parts (:temp (:resource "temp"))) #'ignore)))
      (support-until (statusd-held-failure held))
      (should (eq (statusd-error-kind (statusd-held-failure held)) 'invalidParams)))))

(provide 'screen-tests)
;;; screen-tests.el ends here
