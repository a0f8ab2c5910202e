;;; presenter-tests.el --- The presenter passes every case  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The presenter passes every case of schema/presenter, and the runner says when it does not.

;;; Code:

(require 'ert)
(require 'presenter-cases)

;; One test for each case, so that a failure names it.
(dolist (file (presenter-cases--files))
  (let ((name (intern (concat "statusd-presenter-passes-" (file-name-base file)))))
    (ert-set-test name
                  (make-ert-test
                   :name name
                   :body (lambda ()
                           (should-not (presenter-cases-differences (presenter-cases--read file))))))))

(ert-deftest statusd-presenter-there-are-cases ()
  (should (>= (length (presenter-cases--files)) 60)))

(ert-deftest statusd-presenter-runner-an-object-may-have-more ()
  (pcase-dolist (`(,expected . ,actual) '(((:a 1) . (:a 1 :b 2))
                                          ((:a [(:b 1)]) . (:a [(:b 1 :c 2)]))
                                          ((:a :null) . (:a nil))
                                          (:json-false . nil)
                                          (1 . 1.0)))
    (should-not (presenter-cases-unfit expected actual "screen"))))

(ert-deftest statusd-presenter-runner-everything-else-is-a-difference ()
  (pcase-dolist (`(,expected . ,actual) '(((:a 1) . nil)
                                          ((:a (:b 1)) . (:a (:b 2)))
                                          ([1] . [1 2])
                                          ([] . nil)
                                          (:null . (:a 1))
                                          (:null . "")
                                          (t . 1)
                                          (t . nil)
                                          (:json-false . t)
                                          (nil . "")))
    (should (= 1 (length (presenter-cases-unfit expected actual "screen"))))))

(ert-deftest statusd-presenter-runner-a-request-that-no-step-expects-is-a-difference ()
  (let ((case "{\"case\":\"A\",\"resources\":{\"menu\":\"menu\"}}\n{\"at\":0,\"connect\":true}"))
    (should (string-prefix-p "line 2: sends: expected []" (car (presenter-cases-differences case))))))

(ert-deftest statusd-presenter-runner-a-param-that-no-step-expects-is-a-difference ()
  (should (presenter-cases--exact '(:sends [(:method "a")]) '(:sends ((:method "a" :params (:b 1)))) :sends)))

(ert-deftest statusd-presenter-runner-a-screen-that-no-step-expects-is-a-difference ()
  (let ((case "{\"case\":\"A\",\"resources\":{}}\n{\"at\":0,\"tick\":true,\"screen\":{\"connected\":true}}"))
    (should (equal (presenter-cases-differences case) '("line 2: screen.connected: expected t, got nil")))))

(ert-deftest statusd-presenter-instances-that-are-not-on-the-screen-are-not-kept ()
  (let ((presenter (statusd-presenter '(("menu" . menu)))))
    (dotimes (number 9)
      (statusd-presenter-receive
       presenter
       (list :method "stateChanged"
             :params (list :resource "build" :arguments (list :branch (number-to-string number)) :revision 1))
       0))
    (should-not (statusd--model-snapshots (statusd-presenter-model presenter)))))

(provide 'presenter-tests)
;;; presenter-tests.el ends here
