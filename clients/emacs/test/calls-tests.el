;;; calls-tests.el --- Requests and responses  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Calls of the real daemon, and of peers that respond in ways that it does not.

;;; Code:

(require 'support)

(defconst calls--menu "[{\"name\":\"Coke\",\"category\":\"drinks\",\"spicy\":false,\"price\":3}]")

(defun calls--menu-file ()
  "Return arguments for a menu of the file menu.json in this folder."
  (list "--menu" (concat "file:" (support-path "menu.json"))))

(ert-deftest statusd-call-returns-the-result ()
  (support-with-daemon nil
    (let ((menu (statusd-call 'fetchMenu)))
      (should (equal (plist-get menu :status) "loaded"))
      (should (plist-get (aref (plist-get (plist-get menu :value) :sections) 0) :category)))))

(ert-deftest statusd-call-has-params ()
  (support-with-daemon nil
    (should (equal (plist-get (statusd-call 'getState :resource "menu") :resource) "menu"))
    (should-not (statusd-true-p (plist-get (plist-get (statusd-call 'setAutoPolling :enabled :json-false)
                                                      :autoPolling)
                                           :enabled)))))

(ert-deftest statusd-call-without-params-sends-an-object ()
  (support-with-daemon nil
    (statusd-call 'getLocation)
    (let ((call (seq-find (lambda (each) (equal (plist-get each :method) "getLocation")) support-sent)))
      ;; Null would be :null.
      (should (plist-member call :params))
      (should-not (plist-get call :params)))))

(ert-deftest statusd-error-says-what-failed-and-what-can-be-done ()
  (support-with-folder
    (support-with-daemon (calls--menu-file)
      (let ((error (support-error #'statusd-call 'fetchMenu)))
        (should (eq (statusd-error-kind error) 'fileNotFound))
        (should (equal (statusd-error-title error) "The file does not exist"))
        (should (string-prefix-p "The file does not exist." (statusd-error-message error)))
        (should (equal (mapcar (lambda (each) (plist-get each :id)) (statusd-error-options error))
                       '("cancel" "tryAgain" "keepTrying" "openSettings")))
        (should (assq (statusd-error-kind error) statusd-kinds))))))

(ert-deftest statusd-error-is-one-sentence-for-a-person ()
  (support-with-folder
    (support-with-daemon (calls--menu-file)
      (should (string-match-p "\\`statusd: \"The file does not exist\\.[^#(]*\"\\'"
                              (error-message-string (support-error #'statusd-call 'fetchMenu)))))))

(ert-deftest statusd-recover-from-performs-an-option ()
  (support-with-folder
    (support-with-daemon (calls--menu-file)
      (let ((error (support-error #'statusd-call 'fetchMenu)))
        (support-write "menu.json" calls--menu)
        (let ((result (statusd-recover-from error 'tryAgain)))
          (should (statusd-true-p (plist-get result :recovered)))
          (should (equal (plist-get (plist-get result :result) :status) "loaded")))))))

(ert-deftest statusd-recover-from-signals-the-fresh-failure ()
  (support-with-folder
    (support-with-daemon (calls--menu-file)
      (let* ((error (support-error #'statusd-call 'fetchMenu))
             (fresh (support-error #'statusd-recover-from error)))
        (should (equal (plist-get (statusd-error-data fresh) :previousFailureId)
                       (plist-get (statusd-error-data error) :failureId)))))))

(ert-deftest statusd-recover-from-performs-what-is-the-clients ()
  (support-with-folder
    (support-with-daemon (calls--menu-file)
      (let* ((error (support-error #'statusd-call 'fetchMenu))
             (performed nil)
             (statusd-perform-functions (list (lambda (option id) (setq performed (list option id))))))
        (should-not (statusd-recover-from error "openSettings"))
        (should (equal (plist-get (car performed) :key) "resources.menu.source"))
        (should (equal (cadr performed) (plist-get (statusd-error-data error) :failureId)))))))

(ert-deftest statusd-recover-from-shows-help ()
  (support-with-daemon nil
    (statusd-recover-from (support-error #'statusd-call 'refresh :resource "men") 'showHelp)
    (with-current-buffer "*statusd help*"
      (should (> (buffer-size) 20))
      (kill-buffer))))

(ert-deftest statusd-a-thousand-calls-are-matched ()
  (support-with-daemon nil
    (let ((matched 0)
          (ended 0))
      (dotimes (number 1000)
        (let ((resource (if (cl-evenp number) "menu" "state")))
          (statusd-request (support-daemon) 'getState (list :resource resource)
                           :success (lambda (result)
                                      (cl-incf ended)
                                      (when (equal (plist-get result :resource) resource)
                                        (cl-incf matched)))
                           :failure (lambda (_error) (cl-incf ended)))))
      (support-until (= ended 1000))
      (should (= matched 1000)))))

(ert-deftest statusd-a-callback-may-call ()
  (support-with-daemon nil
    (let ((ended 0))
      (dotimes (_ 300)
        (statusd-request
         (support-daemon) 'getState nil
         :success (lambda (_)
                    (statusd-request (support-daemon) 'getState nil :success (lambda (_) (cl-incf ended))))))
      (support-until (= ended 300)))))

(ert-deftest statusd-a-callback-that-fails-harms-no-other ()
  (support-with-daemon nil
    (let ((ended nil)
          (debug-on-error nil))
      (statusd-request (support-daemon) 'getState nil :success (lambda (_) (error "Mine")))
      (statusd-request (support-daemon) 'getState nil :success (lambda (_) (setq ended t)))
      (support-until ended)
      (should (support-said-p "Mine")))))

(ert-deftest statusd-two-responses-in-one-write-are-both-read ()
  (let ((daemon (support-peer "greet(); one = read(); two = read()
write({'id': one['id'], 'result': 1}, {'id': two['id'], 'result': 2}); read()"))
        (statusd-close-timeout support-deadline))
    (let ((one (statusd-request daemon 'one nil))
          (two (statusd-request daemon 'two nil)))
      (should (= (statusd-wait one) 1))
      (should (= (statusd-wait two) 2)))
    (statusd-close daemon)))

(ert-deftest statusd-what-is-new-in-a-message-is-passed-over ()
  (let* ((daemon (support-peer "
greet(); one = read()['id']; two = read()['id']
write({'method': 'moodChanged', 'params': [1], 'later': {}})
write([{'later': 1, 'id': two, 'result': 2, 'error': None}, {'error': None, 'id': one, 'result': 1, 'later': {'a': [1]}}])
read()"))
         (one (statusd-request daemon 'getState nil))
         (two (statusd-request daemon 'getState nil)))
    (should (equal (statusd-wait one) 1))
    (should (equal (statusd-wait two) 2))
    (statusd-close daemon)))

(ert-deftest statusd-an-error-without-an-id-ends-the-calls ()
  (let* ((daemon (support-peer "greet(); read()
write({'id': None, 'error': {'code': -32600, 'message': 'Too large', 'data': {'failureId': 'f1'}}}); read()"))
         (error (support-error #'statusd-wait (statusd-request daemon 'one nil :timeout nil))))
    (should (equal (statusd-error-message error) "Too large"))
    (statusd-close daemon)))

(ert-deftest statusd-a-time-out-cancels-the-request ()
  (support-with-daemon '("--menu" "command:sleep 600")
    (let* ((request (statusd-request (support-daemon) 'fetchMenu nil :timeout 0.01))
           (error (support-error #'statusd-wait request)))
      (should (eq (car error) 'statusd-timed-out))
      ;; The screen may be opened behind it.
      (let ((sent (seq-find (lambda (each) (equal (plist-get each :method) "$/cancelRequest")) support-sent)))
        (should (equal (plist-get (plist-get sent :params) :id) (statusd-request-id request)))))))

(ert-deftest statusd-leaving-a-call-cancels-the-request ()
  (support-with-daemon '("--menu" "command:sleep 600")
    (statusd-call 'getState)
    (catch 'left
      (run-at-time 0.01 nil (lambda () (throw 'left nil)))
      (statusd-call 'fetchMenu))
    (should (equal (car (last (support-methods) 2)) "fetchMenu"))
    (should (equal (car (last (support-methods))) "$/cancelRequest"))))

(ert-deftest statusd-cancel-ends-with-the-daemons-word ()
  (support-with-daemon '("--menu" "command:sleep 600")
    (let ((request (statusd-request (support-daemon) 'fetchMenu nil)))
      (statusd-cancel request)
      (should (eq (statusd-error-kind (support-error #'statusd-wait request)) 'requestCancelled)))))

(ert-deftest statusd-texts-of-other-scripts-go-and-come ()
  (support-with-folder
    (support-write "menu.json" "[{\"name\":\"Crème brûlée 🍮\",\"category\":\"甘\",\"spicy\":false,\"price\":3}]")
    (support-with-daemon (calls--menu-file)
      (should (equal (plist-get (aref (plist-get (plist-get (statusd-call 'fetchMenu) :value) :sections) 0)
                                :category)
                     "甘"))
      (should (string-search "ß☃" (statusd-error-message
                                   (support-error #'statusd-call 'refresh :resource "ß☃")))))))

(ert-deftest statusd-names-of-other-scripts-are-those-that-are-written ()
  (support-with-folder
    (support-write "thing.json" "[{\"größe\":{\"ü\":1,\"u\":2}}]")
    (support-with-daemon (list "--resource" (concat "thing=file:" (support-path "thing.json")))
      (let ((name-of (lambda (value) (plist-get (plist-get (aref value 0) :größe) :ü)))
            (statusd-resources '(("größe" :resource "thing")))
            (published nil))
        (add-hook 'statusd-notification-functions
                  (lambda (_daemon _method params)
                    (when (plist-get params :value) (push (plist-get params :value) published))))
        (should (equal (funcall name-of (plist-get (statusd-call 'refresh :resource "thing") :value)) 1))
        (pop statusd-notification-functions)
        (should (equal (funcall name-of (car published)) 1))
        (support-until (equal (plist-get (statusd-screen-of "größe") :phase) "content"))
        (should (equal (funcall name-of (plist-get (plist-get (statusd-screen-of "größe") :content) :value)) 1))))))

(provide 'calls-tests)
;;; calls-tests.el ends here
