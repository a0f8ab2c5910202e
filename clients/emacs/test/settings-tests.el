;;; settings-tests.el --- A configuration that is opened, and one that is wrong  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; What a user sees of a wrong configuration, until it is corrected.

;;; Code:

(require 'support)
(require 'statusd-alerts)

(defun settings-tests--open ()
  "Choose Open Settings, and return the name of the file."
  (save-window-excursion
    (cl-letf (((symbol-function 'completing-read) (lambda (&rest _) "Open Settings")))
      (statusd-recover))
    (prog1 buffer-file-name (kill-buffer))))

(ert-deftest statusd-open-settings-without-a-key-opens-the-file ()
  (support-with-folder
    (save-window-excursion
      (should (statusd-open-settings (list :id "openSettings" :path (support-path "config.toml")) "f1"))
      (should (equal buffer-file-name (support-path "config.toml")))
      (kill-buffer))))

(ert-deftest statusd-a-wrong-configuration-is-said-opened-and-corrected ()
  (support-with-folder
    (support-write "build.json" "[1]")
    (support-write "config.toml" "[resources.build]\nsorce = 'demo'\n")
    (support-with-daemon (list "--config" (support-path "config.toml"))
      (statusd-refresh "menu")
      (support-until (plist-get (statusd-screen) :alert))
      (should (support-said-p "did you mean resources.build.source?"))
      (should (equal (settings-tests--open) (support-path "config.toml")))
      (support-write "config.toml" (format "[resources.build]\nsource = 'file:%s'
[resources.family]\nsource = 'file:/srv/{name}.json'\n[resources.late]\nsource = 'demo'\n"
                                           (support-path "build.json")))
      (support-until (and (statusd-screen-of "late") (not (plist-get (statusd-screen) :alert))))
      (support-until (equal (statusd-names) '("state" "menu" "build" "late" "family")))
      (statusd-refresh "build")
      (support-until (equal (plist-get (statusd-screen-of "build") :phase) "content")))))

(ert-deftest statusd-the-resources-of-the-user-are-shown-once-the-configuration-is-right ()
  (support-with-folder
    (support-write "config.toml" "limits.batch = 0")
    (support-with-daemon (list "--config" (support-path "config.toml"))
      (let ((statusd-resources '(("mine" :resource "menu" :shape any))))
        (statusd-session)
        (support-until (plist-get (statusd-screen) :alert))
        (should (equal (plist-get (statusd-screen-of "mine") :phase) "blank"))
        (support-write "config.toml" "limits.batch = 1")
        (support-until (not (plist-get (statusd-screen) :alert)))
        (statusd-refresh "mine")
        (support-until (equal (plist-get (statusd-screen-of "mine") :phase) "content"))
        (should (equal (statusd-names) '("mine")))))))

(provide 'settings-tests)
;;; settings-tests.el ends here
