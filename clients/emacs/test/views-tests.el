;;; views-tests.el --- What is drawn  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The buffers and the segment in the mode line, over the real daemon.

;;; Code:

(require 'commands-tests)

(defun views--shown (name)
  "Return the text of the buffer of NAME."
  (with-current-buffer (format "*statusd %s*" name)
    (buffer-substring-no-properties (point-min) (point-max))))

(ert-deftest statusd-menu-shows-the-items-in-groups ()
  (support-with-folder
    (support-write "menu.json" commands--menu)
    (support-with-daemon (commands--menu-file)
      (statusd-menu)
      (support-until (equal (commands--phase "menu") "content"))
      (should (derived-mode-p 'special-mode))
      (should-not (buffer-modified-p))
      (let ((shown (views--shown "menu")))
        (should (string-match-p "\\`menu  just now" shown))
        (should-not (string-search "empty" shown))
        (should (string-match-p "^mains\n  Vindaloo +9\\.5  spicy\n\ndrinks\n  Coke +3$" shown))))))

(ert-deftest statusd-menu-without-items-says-so ()
  (support-with-folder
    (support-write "menu.json" "[]")
    (support-with-daemon (commands--menu-file)
      (statusd-menu)
      (support-until (string-search "The menu is empty." (views--shown "menu"))))))

(ert-deftest statusd-fleet-shows-a-kind-of-a-later-daemon ()
  (with-temp-buffer
    (statusd--insert-fleet
     '(:items ((:kind "drone" :id "d" :label "Drone d" :location (:latitude 1 :longitude 2))
               (:kind "courier" :id "c" :label "Amira" :location (:latitude 1 :longitude 2)))))
    (should (equal (buffer-string)
                   "Couriers\n  Amira  1.0000, 2.0000\n\nOthers\n  Drone d  1.0000, 2.0000\n\n"))))

(ert-deftest statusd-fleet-shows-who-carries-what ()
  (support-with-daemon '("--seed" "1")
    (statusd-fleet)
    (support-until (equal (commands--phase "state") "content"))
    (should (string-match-p "^Couriers\n  Amira " (views--shown "state")))
    (should (string-match-p "^Vehicles$" (views--shown "state")))))

(ert-deftest statusd-show-shows-any-value ()
  (let ((statusd-resources '(("build" . any))))
    (support-with-daemon '("--resource" "build=command:printf '{\"ok\":false,\"runs\":[1,null]}'")
      (statusd-show "build")
      (support-until (equal (commands--phase "build") "content"))
      (should (string-match-p "\"ok\": false" (views--shown "build")))
      (should (string-match-p "null" (views--shown "build"))))))

(defconst views--builds '("--resource" "build=command:printf '\"%s\"' {branch}"))

(ert-deftest statusd-show-shows-an-instance ()
  (let ((statusd-resources '(("main" :shape any :resource "build" :arguments (:branch "main")))))
    (support-with-daemon views--builds
      (statusd-show "main")
      (support-until (string-search "\nmain\n" (views--shown "main"))))))

(ert-deftest statusd-an-instance-is-named-by-its-arguments ()
  (support-with-daemon views--builds
    (statusd-show "build branch=main")
    (support-until (string-search "\nmain\n" (views--shown "build branch=main")))
    ;; One that nobody sees gives way to the next.
    (statusd-refresh "build branch=next")
    (support-until (equal (commands--phase "build branch=next") "content"))
    (statusd-refresh "build branch=last")
    (should-not (statusd-screen-of "build branch=next"))
    (should (statusd-screen-of "build branch=main"))
    (kill-buffer "*statusd build branch=main*")
    (should-not (statusd-screen-of "build branch=main"))
    (should (string-search "day is no argument of build"
                           (statusd-error-message (support-error #'statusd-show "build day=monday"))))
    (should-not (statusd-screen-of "build day=monday"))
    (should-error (statusd-show "built branch=main") :type 'user-error)))

(ert-deftest statusd-the-arguments-of-an-instance-are-asked-for ()
  (support-with-daemon views--builds
    (commands--choosing "build"
      (cl-letf (((symbol-function 'read-string) (lambda (prompt &rest _) (should (equal prompt "branch: ")) "größe")))
        (call-interactively #'statusd-show)))
    (should (equal commands--choices '("state" "menu" "build")))
    (support-until (string-search "\ngröße\n" (views--shown "build branch=größe")))))

(ert-deftest statusd-an-instance-is-shown-again-by-the-next-daemon ()
  (support-with-daemon views--builds
    (statusd-show "build branch=main")
    (support-until (string-search "\nmain\n" (views--shown "build branch=main")))
    (statusd-quit)
    (should (string-search "statusd does not run, old" (views--shown "build branch=main")))
    (statusd-refresh "menu")
    (support-until (string-search "Nothing was fetched yet" (views--shown "build branch=main")))))

(defun views--text-of (json &rest arguments)
  "Return how a value is drawn that is JSON, with further ARGUMENTS of the daemon."
  (support-with-folder
    (support-write "thing.json" json)
    (support-with-daemon (append (list "--resource" (concat "thing=file:" (support-path "thing.json"))) arguments)
      (statusd-show "thing")
      (support-until (equal (commands--phase "thing") "content"))
      (cadr (split-string (views--shown "thing") "\n\n")))))

(ert-deftest statusd-a-value-is-drawn-by-its-form ()
  (pcase-dolist (`(,json . ,text)
                 '(("\"a\\nb\"" . "a\nb\n") ("[\"a\",\"b  c\"]" . "a\nb  c\n") ("[]" . "[]\n") ("7" . "7\n")
                   ("null" . "null\n") ("{\"a\":[1]}" . "{\n  \"a\": [\n    1\n  ]\n}\n")
                   ("[{\"n\":1,\"é\":null},{\"é\":false,\"n\":22}]" . "n   é\n1   null\n22  false\n")
                   ("[{\"n\":1},{\"m\":\"x\"}]" . "n  m\n1\n   x\n")))
    (should (equal (views--text-of json) text))))

(ert-deftest statusd-a-content-of-a-new-form-is-drawn-as-it-is ()
  (let ((drawn (lambda (content) (with-temp-buffer (statusd--insert-content (list :content content)) (buffer-string)))))
    (should (equal (funcall drawn '(:nodes [1])) "{\n  \"nodes\": [\n    1\n  ]\n}\n"))
    ;; What is known is found behind what is new.
    (should (equal (funcall drawn '(:later 1 :value 5)) "5\n"))
    (should (equal (funcall drawn '(:later 1 :sections [] :isEmpty t)) "The menu is empty.\n"))))

(ert-deftest statusd-a-long-cell-is-cut ()
  (should (equal (length (nth 1 (split-string (views--text-of (format "[{\"n\":\"%s\"}]" (make-string 99 ?x)))
                                              "\n")))
                 statusd--widest-cell)))

(ert-deftest statusd-view-keeps-point ()
  (support-with-folder
    (support-write "menu.json" commands--menu)
    (support-with-daemon (commands--menu-file)
      (statusd-menu)
      (support-until (equal (commands--phase "menu") "content"))
      (search-forward "Coke")
      (let ((place (list (line-number-at-pos) (current-column))))
        (call-interactively #'statusd-toggle-auto-polling)
        (support-until (string-search "next poll" (views--shown "menu")))
        (should (equal (list (line-number-at-pos) (current-column)) place))))))

(ert-deftest statusd-view-keeps-what-a-window-shows ()
  (let ((statusd-resources '("lines")))
    (support-with-folder
      (support-write "lines.json" (json-serialize (vconcat (number-sequence 1 200))))
      (support-with-daemon (list "--resource" (concat "lines=file:" (support-path "lines.json")))
        (save-window-excursion
          (statusd-show "lines")
          (support-until (equal (commands--phase "lines") "content"))
          (goto-char (point-min))
          (forward-line 99)
          (set-window-start nil (point))
          (statusd--redraw (statusd-screen))
          (should (= (line-number-at-pos (window-start)) 100)))))))

(ert-deftest statusd-view-has-keys ()
  (pcase-dolist (`(,key . ,command) '(("g" . statusd-refresh) ("r" . statusd-recover)
                                      ("RET" . statusd-view-act) ("k" . statusd-stop-refresh)
                                      ("p" . statusd-toggle-auto-polling) ("q" . quit-window)))
    (should (eq (lookup-key statusd-view-mode-map (kbd key)) command))
    (should (commandp command))))

(ert-deftest statusd-a-failure-stands-in-the-place-of-the-value-with-its-buttons ()
  (support-with-folder
    (support-with-daemon (commands--menu-file)
      (statusd-menu)
      (support-until (commands--failure "menu"))
      (should (string-search
               "The file does not exist\nThere is nothing at this path. Check the path, then try again.
[Cancel] [Try Again] [Keep Trying] [Open Settings]" (views--shown "menu")))
      ;; It is visible, so nothing is said in the echo area.
      (should-not (support-said-p "The file does not exist")))))

(ert-deftest statusd-a-button-recovers ()
  (support-with-folder
    (support-with-daemon (commands--menu-file)
      (statusd-menu)
      (support-until (commands--failure "menu"))
      (support-write "menu.json" commands--menu)
      (goto-char (point-min))
      (search-forward "[Try")
      (statusd-view-act)
      (support-until (equal (commands--phase "menu") "content"))
      (should-not (string-search "Try Again" (views--shown "menu"))))))

(ert-deftest statusd-return-on-a-failure-asks-what-to-do ()
  (support-with-folder
    (support-with-daemon (commands--menu-file)
      (statusd-menu)
      (support-until (commands--failure "menu"))
      (goto-char (point-min))
      (search-forward "nothing at this path")
      (commands--choosing "Cancel" (statusd-view-act))
      (should-not (commands--failure "menu")))))

(ert-deftest statusd-quit-leaves-what-was-shown ()
  (support-with-daemon nil
    (statusd-menu)
    (support-until (equal (commands--phase "menu") "content"))
    (statusd-quit)
    (should-not (plist-get (statusd-screen) :connected))
    (should (string-match-p "statusd does not run, old" (views--shown "menu")))
    ;; The next command starts another one.
    (statusd-refresh "menu")
    (support-until (equal (commands--phase "menu") "content"))))

;;; The mode line

(defun views--mode-line ()
  "Return the segment of the mode line."
  (substring-no-properties statusd-mode-line-string))

(ert-deftest statusd-mode-line-shows-a-value-and-a-failure ()
  (support-with-folder
    (support-with-daemon (commands--menu-file)
      (let ((statusd-mode-line-resource "menu"))
        (statusd-mode-line-mode)
        (should (memq 'statusd-mode-line-string global-mode-string))
        (should (equal (views--mode-line) " menu: - "))
        (statusd-mode-line-act)
        (support-until (commands--failure "menu"))
        (should (equal (views--mode-line) " menu: The file does not exist "))
        (should (eq (get-text-property 0 'face statusd-mode-line-string) 'error))
        (support-write "menu.json" commands--menu)
        (commands--choosing "Try Again" (statusd-mode-line-act))
        (support-until (equal (views--mode-line) " menu: 2 in the menu "))
        (statusd-mode-line-toggle)
        (support-until (string-search "next poll" (get-text-property 0 'help-echo statusd-mode-line-string)))
        (statusd-quit)
        (should (equal (views--mode-line) " menu: 2 in the menu (old) "))
        (statusd-mode-line-mode -1)
        (should-not (memq 'statusd-mode-line-string global-mode-string))))))

(ert-deftest statusd-mode-line-has-the-value-in-few-words ()
  (support-with-folder
    (dolist (each `(("21.5" nil "21.5") ("\"hot\"" nil "hot") ("null" nil "null") ("false" nil "false")
                    ("{\"celsius\":21.5}" nil "just now")
                    ("{\"celsius\":21.5}" ,(lambda (value) (format "%s °C" (plist-get value :celsius))) "21.5 °C")
                    ("[1]" ,(lambda (value) (plist-get value :celsius)) "nil")
                    ("5" car "Wrong type argument: listp, 5")))
      (support-write "temp.json" (car each))
      (support-with-daemon (list "--resource" (concat "temp=file:" (support-path "temp.json")))
        (let ((statusd-resources `(("temp" ,@(when (nth 1 each) (list :text (nth 1 each)))))))
          (statusd-mode-line-mode)
          (statusd-refresh "temp")
          (support-until (equal (views--mode-line) (format " temp: %s " (nth 2 each)))))))))

(ert-deftest statusd-mode-line-names-what-there-is-not ()
  (support-with-daemon nil
    (let ((statusd-mode-line-resource "temp"))
      (statusd-mode-line-mode)
      (support-until (equal (views--mode-line) " temp: no such resource ")))))

(ert-deftest statusd-mode-line-is-a-users-own ()
  (support-with-daemon nil
    (let ((statusd-mode-line-function
           (lambda (name part) (format "%s 100%% %s" name (plist-get part :phase)))))
      (statusd-mode-line-mode)
      ;; Emacs reads % in a mode line.
      (support-until (equal (views--mode-line) " state 100%% blank ")))))

(provide 'views-tests)
;;; views-tests.el ends here
