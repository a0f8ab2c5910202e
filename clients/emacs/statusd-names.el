;;; statusd-names.el --- The names of the wire  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; What can fail, and what can be done about it.  Written by scripts/schema from schema/failures.json.

;;; Code:

(defconst statusd-kinds
  '((parseError . -32700)
    (invalidRequest . -32600)
    (methodNotFound . -32601)
    (invalidParams . -32602)
    (internalError . -32603)
    (requestCancelled . -32800)
    (shuttingDown . 1001)
    (overloaded . 1002)
    (responseTooLarge . 1003)
    (offline . 1100)
    (hostNotFound . 1101)
    (cannotConnect . 1102)
    (connectionLost . 1103)
    (timeout . 1104)
    (secureConnectionFailed . 1105)
    (certificateInvalid . 1106)
    (tooManyRedirects . 1107)
    (bodyTooLarge . 1108)
    (badServerResponse . 1109)
    (transportFailed . 1110)
    (badRequest . 1200)
    (unauthorized . 1201)
    (forbidden . 1202)
    (notFound . 1203)
    (tooManyRequests . 1204)
    (serverError . 1205)
    (serviceUnavailable . 1206)
    (unexpectedStatus . 1299)
    (missingData . 1300)
    (malformedData . 1301)
    (unexpectedShape . 1302)
    (locationUnavailable . 1400)
    (locationDenied . 1401)
    (locationNoFix . 1402)
    (locationNoDevice . 1403)
    (outOfSpace . 1500)
    (diskFull . 1501)
    (storeUnwritable . 1502)
    (storeCorrupt . 1503)
    (fileNotFound . 1600)
    (fileUnreadable . 1601)
    (commandFailed . 1602)
    (sourceMisconfigured . 1603)
    (failureNotFound . 1700)
    (optionNotFound . 1701)
    (alreadyRecovered . 1702)
    (nothingToRetry . 1703))
  "What can fail: the kinds of failures, and their codes.")

(defconst statusd-options
  '("cancel"
    "tryAgain"
    "tryLater"
    "waitForConnection"
    "useLastKnown"
    "keepTrying"
    "signIn"
    "freeSpace"
    "buyMoreSpace"
    "useDemoRoute"
    "openSettings"
    "showHelp")
  "The ids of recovery options, in the order in which failures offer them.")

(provide 'statusd-names)
;;; statusd-names.el ends here
