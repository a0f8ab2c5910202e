;;; endings-tests.el --- How a daemon ends, and what comes after  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Kills, restarts, closing, and programs that are no statusd.

;;; Code:

(require 'support)

(defun endings--seconds-to-fail ()
  "Kill the daemon in mid-call, and return how long the call then takes."
  (support-with-daemon '("--menu" "command:sleep 600")
    (statusd-call 'getState)
    (let ((request (statusd-request (support-daemon) 'fetchMenu nil))
          (start (progn (support-kill) (float-time))))
      (should (equal (support-error #'statusd-wait request)
                     '(statusd-ended "statusd was ended by signal 9")))
      (- (float-time) start))))

(ert-deftest statusd-a-kill-fails-the-call-within-a-second ()
  ;; On a machine that is busy one attempt may be slow, and not all.
  (should (cl-loop repeat 5 thereis (< (endings--seconds-to-fail) 1))))

(ert-deftest statusd-an-end-has-the-last-lines-of-stderr ()
  (let* ((daemon (support-peer "greet(); read()
sys.stderr.write('one\\n' * 30 + 'no space left\\n'); sys.exit(3)"))
         (error (support-error #'statusd-wait (statusd-request daemon 'one nil :timeout nil)))
         (lines (split-string (statusd-error-message error) "\n")))
    (should (equal (car lines) "statusd ended with status 3"))
    (should (= (length lines) 21))
    (should (equal (car (last lines)) "no space left"))))

(ert-deftest statusd-the-last-output-is-read-before-the-end ()
  (let ((daemon (support-peer "greet(); write({'id': read()['id'], 'result': 7})")))
    (should (= 7 (statusd-wait (statusd-request daemon 'one nil :timeout nil))))))

(ert-deftest statusd-a-child-that-holds-stderr-delays-nothing ()
  (let* ((daemon (support-peer "import subprocess
greet(); child = subprocess.Popen(['sleep', '600'], stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
read(); sys.stderr.write('%d\\n' % child.pid); sys.stderr.flush(); sys.exit(4)"))
         (error (support-error #'statusd-wait (statusd-request daemon 'one nil :timeout nil))))
    (should (string-prefix-p "statusd ended with status 4" (statusd-error-message error)))
    (signal-process (string-to-number (nth 2 error)) 'SIGKILL)))

;;; Restarts

(defvar endings--noted nil
  "The methods that were published, the newest first.")

(defun endings--note (_daemon method _params)
  "Note METHOD."
  (push method endings--noted))

(ert-deftest statusd-a-killed-daemon-is-started-again-and-polled ()
  (support-with-daemon nil
    (let ((statusd-notification-functions
           (append statusd-notification-functions (list #'endings--note))))
      (setq endings--noted nil)
      (statusd-call 'setAutoPolling :resource "menu" :enabled t :interval 60)
      (let ((first (support-kill)))
        (support-until (memq '$/restarted endings--noted))
        (should-not (eq first (statusd-daemon-process (support-daemon))))
        (let ((polling (plist-get (statusd-call 'getState :resource "menu") :autoPolling)))
          (should (statusd-true-p (plist-get polling :enabled)))
          (should (= (plist-get polling :interval) 60)))
        ;; A call between the end and the restart would have nobody to ask.
        (should (equal (seq-filter (lambda (each) (string-prefix-p "$/" (symbol-name each)))
                                   (reverse endings--noted))
                       '($/ended $/restarted)))))))

(ert-deftest statusd-a-restarted-screen-is-current-and-subscribed ()
  (support-with-daemon nil
    (statusd-show "menu")
    (statusd-location-start)
    (statusd-toggle-auto-polling "menu")
    (support-until (equal (plist-get (statusd-screen-of "menu") :phase) "content"))
    (support-until (equal (plist-get (plist-get (statusd-screen) :location) :phase) "content"))
    (statusd-call 'getState) ; By now it is known that the polling was switched.
    (let* ((screens nil)
           (statusd-screen-functions (cons (lambda (_ after) (push after screens)) statusd-screen-functions)))
      (support-kill)
      (support-until (and screens (equal (plist-get (statusd-screen-of "menu") :phase) "content")))
      ;; At first what was known is old.
      (let ((first (car (last screens))))
        (should-not (plist-get first :connected))
        (should (equal (plist-get (statusd-screen-of "menu" first) :phase) "stale"))))
    (support-until (plist-get (plist-get (statusd-screen-of "menu") :polling) :on))
    (support-until (equal (plist-get (plist-get (statusd-screen) :location) :phase) "content"))
    (should (plist-get (statusd-screen) :connected))))

(ert-deftest statusd-who-calls-again-has-the-daemon-that-is-started-again ()
  (support-with-daemon '("--menu" "command:sleep 600")
    (statusd-call 'getState)
    (let ((daemon (support-daemon))
          (again nil))
      (statusd-request daemon 'fetchMenu nil
                       :failure (lambda (_) (setq again (statusd-request (support-daemon) 'getState nil))))
      (support-kill)
      (support-until again)
      (should (eq (support-daemon) daemon))
      (should (equal (plist-get (statusd-wait again) :status) "idle")))))

(ert-deftest statusd-places-go-on-after-a-restart ()
  (support-with-daemon nil
    (let* ((places nil)
           (subscription (statusd-subscribe-location
                          (support-daemon) (lambda (place) (push place places)))))
      (support-until (equal (plist-get (car places) :status) "loaded"))
      (setq places nil)
      (let ((process (support-kill)))
        (support-until (process-get process 'statusd-ended)))
      (support-until (equal (plist-get (car places) :status) "loaded"))
      (statusd-unsubscribe-location subscription)
      (statusd-call 'getState)
      (should (member "unsubscribeLocation" (support-methods))))))

(ert-deftest statusd-restarts-have-a-limit ()
  (let ((limit (statusd-restart-limit 4 180)))
    (dotimes (time 4)
      (should (statusd-restart-allowed-p limit time)))
    (should-not (statusd-restart-allowed-p limit 179))
    (should (statusd-restart-allowed-p limit 180))
    (should-not (statusd-restart-allowed-p limit 180))))

(ert-deftest statusd-a-daemon-that-always-dies-is-given-up-and-started-by-the-next-command ()
  (support-with-daemon nil
    (statusd-session)
    (dotimes (number 5)
      (statusd-call 'getState)
      (let ((process (support-kill)))
        (support-until (process-get process 'statusd-ended))
        (should (eq (statusd-running-p (support-until (statusd-session-daemon statusd--session)))
                    (< number 4)))))
    (should-not (plist-get (statusd-screen) :connected))
    (should (support-said-p "statusd was ended by signal 9"))
    (should (statusd-call 'getState))))

(ert-deftest statusd-without-restarts-a-dead-daemon-stays-dead ()
  (let ((statusd-restarts nil))
    (support-with-daemon nil
      (statusd-call 'getState)
      (let ((process (support-kill)))
        (support-until (process-get process 'statusd-ended))
        (should-not (statusd-running-p (statusd-session-daemon statusd--session)))))))

(ert-deftest statusd-a-failure-of-a-dead-process-is-not-asked-of-the-next ()
  (support-with-daemon nil
    (let ((error (support-error #'statusd-call 'refresh :resource "men")))
      (let ((process (support-kill)))
        (support-until (process-get process 'statusd-ended)))
      (should (eq 'statusd-ended (car (support-error #'statusd-recover-from error 'cancel)))))))

;;; Closing

(ert-deftest statusd-close-waits-for-the-responses ()
  (support-with-daemon '("--menu" "command:printf '%s' []")
    (let* ((daemon (support-daemon))
           (requests (cl-loop repeat 50 collect (statusd-request daemon 'fetchMenu nil))))
      (statusd-close daemon)
      (dolist (request requests)
        (should (eq (car (statusd-request-outcome request)) 'ok)))
      (should (zerop (process-exit-status (statusd-daemon-process daemon))))
      (should (eq 'statusd-ended (car (support-error #'statusd-request daemon 'getState nil))))
      (should-not (support-said-p "statusd ended")))))

(ert-deftest statusd-close-ends-what-does-not-end-by-itself ()
  (let ((statusd-close-timeout 0.05)
        (daemon (support-peer "import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN); greet()
while True: signal.pause()")))
    (support-until (statusd-daemon-ready daemon))
    (statusd-close daemon)
    (let ((process (statusd-daemon-process daemon)))
      (support-until (process-get process 'statusd-ended))
      (should (equal (process-exit-status process) 9)))))

(ert-deftest statusd-nothing-is-left-behind ()
  (let ((buffers (buffer-list))
        (processes (process-list)))
    (support-with-daemon nil
      (statusd-call 'getState))
    (should-not (seq-remove (lambda (buffer) (string-match-p "\\*statusd log\\*\\|code-conver" (buffer-name buffer)))
                            (seq-difference (buffer-list) buffers)))
    (should-not (seq-difference (process-list) processes))))

;;; Programs that are no statusd

(defun endings--error-of (program &rest arguments)
  "Return the error of a call of PROGRAM with ARGUMENTS."
  (support-error (lambda () (statusd-wait (statusd-request (statusd-start program arguments) 'getState nil
                                                           :timeout nil)))))

(ert-deftest statusd-another-program-is-refused ()
  (let ((statusd-start-timeout support-deadline))
    (should (eq 'statusd-foreign (car (endings--error-of "cat"))))
    (should (string-search "it wrote \"y\ny" (replace-regexp-in-string "\\\\n" "\n"
                                                                      (statusd-error-message (endings--error-of "yes")))))
    (should (equal (endings--error-of "sh" "-c" "echo no configuration >&2; exit 78")
                   '(statusd-ended "statusd ended with status 78" "no configuration")))))

(ert-deftest statusd-a-silent-program-is-refused-in-time ()
  (let ((statusd-start-timeout 0.05))
    (should (equal (endings--error-of "sleep" "600")
                   '(statusd-foreign "it did not respond within 0.05 s")))))

(ert-deftest statusd-another-server-or-version-is-refused ()
  (dolist (greeting '("greet('gopls')" "greet(protocol='2')"))
    (let ((daemon (support-peer (concat greeting "; read(); read()"))))
      (should (eq 'statusd-foreign
                  (car (support-error #'statusd-wait (statusd-request daemon 'one nil :timeout nil))))))))

(ert-deftest statusd-a-message-without-an-end-is-refused ()
  (let ((statusd--longest-message 100000)
        (daemon (support-peer "
greet(); sys.stdout.write('Content-Length: 999999999\\r\\n\\r\\n')
while True: sys.stdout.write('x' * 1000)")))
    (should (equal (support-error #'statusd-wait (statusd-request daemon 'one nil :timeout nil))
                   '(statusd-foreign "it wrote a message of more than 100000 bytes")))))

(ert-deftest statusd-a-missing-program-is-named ()
  (let ((error (support-error #'statusd-start "/proc/nonexistent/statusd")))
    (should (eq (car error) 'statusd-not-found))
    (should (string-prefix-p "/proc/nonexistent/statusd is not there" (statusd-error-message error)))
    (should (string-search "Install it with `pip install statusd'" (statusd-error-message error))))
  (let ((process-environment (cons "STATUSD=/proc/nonexistent/other" process-environment)))
    (should (string-suffix-p "$STATUSD names it" (statusd-error-message (support-error #'statusd-start))))))

(ert-deftest statusd-the-program-is-that-of-the-variable-else-the-setting ()
  (let ((statusd-program "/usr/bin/statusd")
        (statusd-arguments '("--seed" "1")))
    (let ((process-environment (cons "STATUSD=/opt/statusd" process-environment)))
      (should (equal (statusd-command) '("/opt/statusd" "--seed" "1")))
      (should (equal (statusd-command "mine" '("--stdio")) '("mine" "--stdio"))))
    (dolist (unset '("STATUSD" "STATUSD="))
      (let ((process-environment (cons unset process-environment)))
        (should (equal (statusd-command) '("/usr/bin/statusd" "--seed" "1")))
        (let ((statusd-program nil))
          (should (equal (statusd-command) '("statusd" "--seed" "1"))))))))

(ert-deftest statusd-a-shared-daemon-has-what-another-client-has-fetched ()
  (support-with-folder
    (let ((statusd-shared t)
          (process-environment (cons (concat "XDG_RUNTIME_DIR=" support-folder) process-environment)))
      (should (equal (cl-subseq (let ((statusd-program "a")) (statusd-command)) 0 2) '("a" "connect")))
      (support-with-daemon '("--idle-timeout" "0.1")
        (should (equal (plist-get (statusd-call 'fetchMenu) :status) "loaded"))
        (let ((other (statusd-start (support-binary) '("connect" "--idle-timeout" "0.1"))))
          (should (equal (plist-get (statusd-wait (statusd-request other 'getState '(:resource "menu"))) :status)
                         "loaded"))
          (statusd-close other))))))

(provide 'endings-tests)
;;; endings-tests.el ends here
