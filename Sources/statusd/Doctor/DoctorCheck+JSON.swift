import Jansson
import StatusCore

extension JSONWriter {
  /// Writes what `doctor --json` prints.
  mutating func doctor(_ checks: [DoctorCheck]) {
    object { json in
      json.member("ok", !checks.contains { $0.status == .problem })
      json.member("checks") { $0.array(of: checks) { $0.check($1) } }
    }
  }

  private mutating func check(_ check: DoctorCheck) {
    object { json in
      json.member("subject", check.subject)
      json.member("status", check.status.rawValue)
      json.member("message", check.message)
      json.member("advice", check.advice)
      json.member("source", check.source)
      json.member("kind", check.kind?.rawValue)
      json.member("duration", check.duration?.seconds)
      json.member("httpStatus", check.httpStatus)
      json.member("bytes", check.bytes)
      json.member("certificateDays", check.certificateDays)
    }
  }
}
