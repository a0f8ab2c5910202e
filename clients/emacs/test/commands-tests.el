;;; commands-tests.el --- What a user does  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Commands, and the failures that they show, over the real daemon.

;;; Code:

(require 'support)

(defconst commands--menu "[{\"name\":\"Coke\",\"category\":\"drinks\",\"spicy\":false,\"price\":3},
{\"name\":\"Vindaloo\",\"category\":\"mains\",\"spicy\":true,\"price\":9.5}]")

(defun commands--menu-file ()
  "Return arguments for a menu of the file menu.json of this test."
  (list "--menu" (concat "file:" (support-path "menu.json"))))

(defun commands--phase (name)
  "Return the phase of NAME."
  (plist-get (statusd-screen-of name) :phase))

(defun commands--failure (name)
  "Return the failure in the place of NAME."
  (plist-get (statusd-screen-of name) :failure))

(defmacro commands--choosing (title &rest body)
  "Run BODY with a user who chooses TITLE.
The value is that of BODY; `commands--choices' are the titles to choose from."
  (declare (indent 1) (debug t))
  `(cl-letf (((symbol-function 'completing-read)
              (lambda (_prompt titles &rest _)
                (setq commands--choices (all-completions "" titles))
                ,title)))
     ,@body))

(defvar commands--choices nil
  "The titles that were to choose from.")

;;; Recovery

(ert-deftest statusd-recover-offers-the-options-and-performs-one ()
  (support-with-folder
    (support-with-daemon (commands--menu-file)
      (statusd-menu)
      (support-until (commands--failure "menu"))
      (support-write "menu.json" commands--menu)
      (commands--choosing "Try Again" (call-interactively #'statusd-recover))
      (should (equal commands--choices '("Try Again" "Cancel" "Keep Trying" "Open Settings")))
      (support-until (equal (commands--phase "menu") "content")))))

(ert-deftest statusd-recover-with-cancel-takes-the-failure-away ()
  (support-with-folder
    (support-with-daemon (commands--menu-file)
      (statusd-menu)
      (support-until (commands--failure "menu"))
      (commands--choosing "Cancel" (statusd-recover))
      (should-not (commands--failure "menu")))))

(ert-deftest statusd-recover-without-a-failure-says-so ()
  (support-with-daemon nil
    (statusd-call 'getState)
    (should-error (statusd-recover) :type 'user-error)))

(ert-deftest statusd-titles-that-are-the-same-are-told-apart ()
  (commands--choosing "Again (custom:b)"
    (let ((options '((:id "custom:a" :title "Again") (:id "custom:b" :title "Again"))))
      (should (equal (plist-get (statusd--choose-titled "" options (car options)) :id) "custom:b")))))

(ert-deftest statusd-open-settings-goes-to-the-key ()
  (support-with-folder
    (support-write "config.toml" "[resources.state]\nsource = \"demo\"\n")
    (save-window-excursion
      (should (statusd-open-settings (list :id "openSettings" :path (support-path "config.toml")
                                           :key "resources.menu.source")
                                     "f1"))
      (should (looking-back "source" (point-min)))
      (kill-buffer)))
  (should-not (statusd-open-settings '(:id "custom:mine") "f1")))

(ert-deftest statusd-options-of-the-users-own-are-handed-over ()
  (support-with-folder
    (support-write "config.toml" (format "[resources.menu]\nsource = \"file:%s\"
[resources.menu.recoveryOptions.call]\ntitle = \"Call the Kitchen\"\nfor = [\"fileNotFound\"]\n"
                                         (support-path "menu.json")))
    (support-with-daemon (list "--config" (support-path "config.toml"))
      (let* ((performed nil)
             (statusd-perform-functions (list (lambda (option _) (setq performed (plist-get option :id))))))
        (statusd-menu)
        (support-until (commands--failure "menu"))
        (commands--choosing "Call the Kitchen" (statusd-recover))
        (should (equal performed "custom:call"))))))

(ert-deftest statusd-help-on-the-screen-is-shown-each-time ()
  (support-with-scenario '("responseTooLarge" "responseTooLarge")
    ;; A person buries the window of the first one.
    (dotimes (_ 2)
      (statusd-refresh "menu")
      (support-advance 1)
      (save-window-excursion
        (commands--choosing "Show Help" (statusd-recover))
        (support-until (get-buffer-window "*statusd help*"))
        (support-until (null (plist-get (statusd-screen) :help)))))
    (with-current-buffer "*statusd help*"
      (should (string-search "The response is too large" (buffer-string)))
      (kill-buffer))))

(ert-deftest statusd-what-a-recovery-has-done-is-said-once ()
  (support-with-daemon nil
    (let* ((main (statusd-session-main (statusd-ready)))
           (changed '(:notice "3 old entries were removed."))
           (params (list :screenId (statusd-held-id main) :changed changed)))
      (statusd--publish (support-daemon) 'screenChanged params)
      (statusd--publish (support-daemon) 'screenChanged params)
      (should (= 1 (seq-count (lambda (each) (equal each "3 old entries were removed.")) support-messages)))
      (statusd-menu)
      (statusd--publish (support-daemon) 'screenChanged params)
      (should (string-search "3 old entries were removed." (buffer-string))))))

;;; Alerts

(defun commands--fail-over-a-value ()
  "Fetch the menu, lose its file, and fetch again: the failure is an alert."
  (support-write "menu.json" commands--menu)
  (statusd-refresh "menu")
  (commands--until-fetched)
  (should (equal (commands--phase "menu") "content"))
  (delete-file (support-path "menu.json"))
  (statusd-refresh "menu")
  (commands--until-fetched))

(defun commands--until-fetched ()
  "Wait for the end of the fetch of the menu: a refresh before it would join it."
  (support-until (not (plist-get (statusd-screen-of "menu") :spinner))))

(ert-deftest statusd-an-alert-is-a-message ()
  (support-with-folder
    (support-with-daemon (commands--menu-file)
      (commands--fail-over-a-value)
      (should (support-said-p "The file does not exist.  There is nothing at this path"))
      (should (support-said-p "M-x statusd-recover: Cancel, Try Again"))
      (should (equal (commands--phase "menu") "stale")))))

(ert-deftest statusd-an-alert-is-a-question ()
  (support-with-folder
    (support-with-daemon (commands--menu-file)
      (let ((statusd-alert-presentation 'prompt))
        (setq commands--choices nil)
        (commands--choosing "Use Last Known Value"
          (commands--fail-over-a-value)
          (support-until (and commands--choices (null (plist-get (statusd-screen) :alert)))))
        (should (member "Use Last Known Value" commands--choices))
        (should-not (support-said-p "The file does not exist"))))))

(ert-deftest statusd-an-alert-stands-inline ()
  (support-with-folder
    (support-with-daemon (commands--menu-file)
      (let ((statusd-alert-presentation 'inline))
        (statusd-menu)
        (commands--until-fetched)
        (commands--fail-over-a-value)
        (should (string-search "[Use Last Known Value]"
                               (with-current-buffer "*statusd menu*" (buffer-string))))
        (should-not (support-said-p "The file does not exist"))))))

(ert-deftest statusd-an-alert-is-not-shown-if-so-wanted ()
  (support-with-folder
    (support-with-daemon (commands--menu-file)
      (let ((statusd-alert-presentation nil))
        (commands--fail-over-a-value)
        (should-not (support-said-p "The file does not exist"))))))

(ert-deftest statusd-a-failure-without-a-visible-place-is-a-message ()
  (support-with-folder
    (support-with-daemon (commands--menu-file)
      (statusd-refresh "menu")
      (support-until (commands--failure "menu"))
      (should (support-said-p "The file does not exist.")))))

;;; Commands

(ert-deftest statusd-refresh-says-what-became-of-it ()
  (support-with-daemon nil
    (call-interactively #'statusd-refresh)
    (support-until (support-said-p "Fetched state"))
    (should (equal (commands--phase "state") "content"))))

(ert-deftest statusd-refresh-says-what-became-of-it-however-fast-it-was ()
  (support-with-folder
    (support-write "menu.json" commands--menu)
    (support-with-daemon (commands--menu-file)
      (dotimes (_ 9)
        (setq support-messages nil)
        (statusd-refresh "menu")
        (support-until (support-said-p "Fetched menu"))))))

(ert-deftest statusd-refresh-with-an-argument-asks-what ()
  (support-with-daemon nil
    (commands--choosing "menu"
      (let ((current-prefix-arg '(4)))
        (call-interactively #'statusd-refresh)))
    (support-until (equal (commands--phase "menu") "content"))))

(ert-deftest statusd-stop-refresh-stops ()
  (support-with-daemon '("--menu" "command:sleep 600")
    (statusd-menu)
    (support-until (plist-get (plist-get (statusd-screen-of "menu") :stop) :enabled))
    (call-interactively #'statusd-stop-refresh)
    (support-until (not (plist-get (statusd-screen-of "menu") :spinner)))
    (should-not (statusd-failures))))

(ert-deftest statusd-toggle-auto-polling-toggles ()
  (support-with-daemon nil
    ;; The first command starts the daemon.
    (statusd-toggle-auto-polling "menu")
    (should (support-said-p "Auto-polling of menu is on"))
    (should (statusd-true-p (plist-get (plist-get (statusd-call 'getState :resource "menu") :autoPolling)
                                       :enabled)))
    (statusd-toggle-auto-polling "menu")
    (should (support-said-p "Auto-polling of menu is off"))))

(ert-deftest statusd-location-starts-and-stops ()
  (support-with-daemon '("--location" "route")
    (let* ((places nil)
           (statusd-location-functions (list (lambda (place) (push place places)))))
      (statusd-location-start)
      (support-until places)
      (should (numberp (plist-get (car places) :latitude)))
      (statusd-location)
      (should (support-said-p ", just now"))
      (statusd-location-stop)
      (statusd-location)
      (should (support-said-p "the location is off")))))

(ert-deftest statusd-notification-functions-are-called ()
  (support-with-daemon nil
    (let* ((noted nil)
           (statusd-notification-functions
            (append statusd-notification-functions
                    (list (lambda (daemon method params) (push (list daemon method params) noted))))))
      (statusd-call 'fetchMenu)
      (pcase-let ((`(,daemon ,method ,params)
                   (seq-find (lambda (each) (eq (cadr each) 'stateChanged)) noted)))
        (should (eq daemon (support-daemon)))
        (should (eq method 'stateChanged))
        (should (equal (plist-get params :status) "loaded"))))))

(ert-deftest statusd-other-resources-are-shown-by-the-next-daemon ()
  (support-with-daemon nil
    (statusd-call 'getState)
    (should-not (statusd-screen-of "mine"))
    (statusd-quit)
    (let ((statusd-resources '("state" ("mine" :shape any :resource "menu") "none" ("mine" :argument 1) 5)))
      (statusd-refresh "mine")
      (support-until (equal (commands--phase "mine") "content"))
      (should (plist-member (plist-get (statusd-screen-of "mine") :content) :value))
      (should (equal (statusd-names) '("state" "mine")))
      (should (support-said-p "The daemon has no none, which ‘statusd-resources’ names; it has state, menu"))
      (should (support-said-p "got (\"mine\" :argument 1)"))
      (should (support-said-p "got 5"))
      (should-error (statusd-menu) :type 'user-error))))

(ert-deftest statusd-log-has-what-the-daemon-writes ()
  (support-with-daemon '("--log-level" "debug")
    (statusd-call 'getState)
    (statusd-quit)
    (save-window-excursion
      (statusd-log)
      (should (> (buffer-size) 0)))))

;;; The names of the schema

(ert-deftest statusd-the-options-that-are-named-here-are-in-the-catalogue ()
  (should (member "openSettings" statusd-options))
  (should (member "showHelp" statusd-options)))

(provide 'commands-tests)
;;; commands-tests.el ends here
