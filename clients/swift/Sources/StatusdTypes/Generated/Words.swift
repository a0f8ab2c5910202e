// Written by scripts/schema from schema/types, which explains every member.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// What can fail: a closed set, one to one with the error codes (failures.json).
public struct FailureKind: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(stringLiteral value: String) {
    rawValue = value
  }

  public static let parseError: Self = "parseError"
  public static let invalidRequest: Self = "invalidRequest"
  public static let methodNotFound: Self = "methodNotFound"
  public static let invalidParams: Self = "invalidParams"
  public static let internalError: Self = "internalError"
  public static let requestCancelled: Self = "requestCancelled"
  public static let shuttingDown: Self = "shuttingDown"
  public static let overloaded: Self = "overloaded"
  public static let responseTooLarge: Self = "responseTooLarge"
  public static let offline: Self = "offline"
  public static let hostNotFound: Self = "hostNotFound"
  public static let cannotConnect: Self = "cannotConnect"
  public static let connectionLost: Self = "connectionLost"
  public static let timeout: Self = "timeout"
  public static let secureConnectionFailed: Self = "secureConnectionFailed"
  public static let certificateInvalid: Self = "certificateInvalid"
  public static let tooManyRedirects: Self = "tooManyRedirects"
  public static let bodyTooLarge: Self = "bodyTooLarge"
  public static let badServerResponse: Self = "badServerResponse"
  public static let transportFailed: Self = "transportFailed"
  public static let badRequest: Self = "badRequest"
  public static let unauthorized: Self = "unauthorized"
  public static let forbidden: Self = "forbidden"
  public static let notFound: Self = "notFound"
  public static let tooManyRequests: Self = "tooManyRequests"
  public static let serverError: Self = "serverError"
  public static let serviceUnavailable: Self = "serviceUnavailable"
  public static let unexpectedStatus: Self = "unexpectedStatus"
  public static let missingData: Self = "missingData"
  public static let malformedData: Self = "malformedData"
  public static let unexpectedShape: Self = "unexpectedShape"
  public static let locationUnavailable: Self = "locationUnavailable"
  public static let locationDenied: Self = "locationDenied"
  public static let locationNoFix: Self = "locationNoFix"
  public static let locationNoDevice: Self = "locationNoDevice"
  public static let outOfSpace: Self = "outOfSpace"
  public static let diskFull: Self = "diskFull"
  public static let storeUnwritable: Self = "storeUnwritable"
  public static let storeCorrupt: Self = "storeCorrupt"
  public static let fileNotFound: Self = "fileNotFound"
  public static let fileUnreadable: Self = "fileUnreadable"
  public static let commandFailed: Self = "commandFailed"
  public static let sourceMisconfigured: Self = "sourceMisconfigured"
  public static let failureNotFound: Self = "failureNotFound"
  public static let optionNotFound: Self = "optionNotFound"
  public static let alreadyRecovered: Self = "alreadyRecovered"
  public static let nothingToRetry: Self = "nothingToRetry"
}

extension FailureKind: CustomStringConvertible {
  public var description: String { rawValue }
}

/// What can be done about a failure.
public struct RecoveryOptionID: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(stringLiteral value: String) {
    rawValue = value
  }

  public static let cancel: Self = "cancel"
  public static let tryAgain: Self = "tryAgain"
  public static let tryLater: Self = "tryLater"
  public static let waitForConnection: Self = "waitForConnection"
  public static let useLastKnown: Self = "useLastKnown"
  public static let keepTrying: Self = "keepTrying"
  public static let signIn: Self = "signIn"
  public static let freeSpace: Self = "freeSpace"
  public static let buyMoreSpace: Self = "buyMoreSpace"
  public static let useDemoRoute: Self = "useDemoRoute"
  public static let openSettings: Self = "openSettings"
  public static let showHelp: Self = "showHelp"
}

extension RecoveryOptionID: CustomStringConvertible {
  public var description: String { rawValue }
}
