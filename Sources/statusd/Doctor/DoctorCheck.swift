import Engine
import Settings
import StatusCore

/// One thing that `doctor` has looked at.
struct DoctorCheck: Equatable {
  enum Status: String {
    case ok, warning, problem
  }

  /// `configuration`, the name of a resource, `location`, or a part of the process.
  let subject: String
  let status: Status
  /// What was found, as one sentence or a few facts.
  let message: String
  /// How to mend it; nil for nothing to do.
  var advice: String?
  /// Where the value comes from.
  var source: String?
  var kind: FailureKind?
  var duration: Duration?
  var httpStatus: Int?
  var bytes: Int?
  /// Whole days until the certificate of the server ends.
  var certificateDays: Int?

  init(_ subject: String, _ status: Status, _ message: String, advice: String? = nil) {
    (self.subject, self.status, self.message, self.advice) = (subject, status, message, advice)
  }
}

extension DoctorCheck {
  static func configuration(
    _ read: ReadSettings, _ problems: ConfigurationProblems, _ warnings: [String]
  ) -> [DoctorCheck] {
    guard problems.isEmpty else {
      return problems.lines.map {
        DoctorCheck("configuration", .problem, $0, advice: "docs/configuration.md describes every key.")
      }
    }
    let file = read.file.map { "read from \($0)" } ?? "no file; defaults, environment and options hold"
    return [DoctorCheck("configuration", .ok, file)]
      + read.missing.lines.map { DoctorCheck("configuration", .problem, $0) }
      + warnings.map { DoctorCheck("configuration", .warning, $0) }
  }
}
