;;; statusd-settings.el --- What a user can set  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The customisation group, and what the start of a daemon needs.

;;; Code:

(defgroup statusd nil
  "States of systems, fetched, remembered and retried by statusd."
  :group 'comm
  :prefix "statusd-")

(defcustom statusd-program nil
  "The program to run; nil for statusd, as the variable `exec-path' finds it.
The environment variable STATUSD, which is for one start, takes its place."
  :type '(choice (const :tag "statusd of exec-path" nil) file))

(defcustom statusd-arguments nil
  "Arguments of the program, such as \"--menu\" and its source."
  :type '(repeat string))

(defcustom statusd-shared nil
  "Whether the daemon is that of all programs with the same configuration.
The first of them starts it.  If nil, this Emacs has one of its own."
  :type 'boolean)

(defcustom statusd-timeout 60
  "Seconds until a call is given up and its request is cancelled; nil for never.
A fetch with all of its attempts takes 30 seconds, unless the daemon is
configured otherwise."
  :type '(choice (const :tag "Never" nil) number))

(defcustom statusd-start-timeout 10
  "Seconds until a program that does not respond is no statusd."
  :type 'number)

(defcustom statusd-close-timeout 12
  "Seconds that the daemon has for its end; then it is made to end.
The daemon's own deadline is 10 seconds."
  :type 'number)

(defcustom statusd-restarts '(4 . 180)
  "How often a daemon that has died is started again; nil for never.
That is (COUNT . SECONDS): so many times within so many seconds."
  :type '(choice (const :tag "Never" nil)
                 (cons (integer :tag "Restarts") (number :tag "Within seconds"))))

(provide 'statusd-settings)
;;; statusd-settings.el ends here
