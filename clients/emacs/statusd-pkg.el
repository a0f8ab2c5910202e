;;; statusd-pkg.el --- The package  -*- lexical-binding: t; no-byte-compile: t; -*-
(define-package "statusd" "0.1.0" "States of systems, fetched, remembered and retried"
  '((emacs "28.1"))
  :keywords '("comm" "tools")
  :url "https://statusd.example/clients/emacs")
