import Engine
import Providers
import Reactor
import StatusCore

extension DoctorCheck {
  /// A certificate that ends so soon is a warning.
  private static let fewDays = 14

  /// What a fetch of a resource came to.
  init(
    fetching name: ResourceName, from address: String, _ failure: Failure?, _ record: AttemptRecord?,
    after duration: Duration
  ) {
    let days = record?.certificateDays
    if let failure {
      self.init(failedWith: failure, as: name)
    } else if let days, days < Self.fewDays {
      self.init(
        name.rawValue, .warning, "fetched, but the server's certificate ends in \(days) days",
        advice: "Ask the operator of the server to renew the certificate.")
    } else {
      self.init(name.rawValue, .ok, "fetched")
    }
    source = failure?.detail.url ?? address
    self.duration = duration
    httpStatus = record?.status ?? failure?.detail.status
    bytes = record?.status == nil ? nil : record?.bytes
    certificateDays = days
  }

  /// A parameterised resource, which has nothing to ask for.
  init(notAsking family: ResourceFamily) {
    self.init(
      family.name.rawValue, .ok,
      "not asked, because it takes arguments (\(family.parameters.joined(separator: ", ")))")
  }

  /// What a source of the location came to.
  init(location address: String, _ snapshot: LocationSnapshot, after duration: Duration) {
    if let failure = snapshot.failure {
      self.init(failedWith: failure, as: .location)
    } else if snapshot.position != nil {
      self.init("location", .ok, "found")
    } else {
      self.init(
        "location", .problem, "The source has reported nothing yet.",
        advice: "Check the receiver, or give it more time with --timeout.")
    }
    source = snapshot.failure?.detail.url ?? address
    self.duration = duration
  }

  private init(failedWith failure: Failure, as name: ResourceName) {
    let key = failure.options.compactMap(\.key).first.map { "The key is \($0)." }
    let advice = [failure.recoverySuggestion, key].compactMap(\.self).joined(separator: " ")
    self.init(
      name.rawValue, .problem, "\(failure.title). \(failure.failureReason)",
      advice: advice.isEmpty ? nil : advice)
    kind = failure.kind
  }
}
