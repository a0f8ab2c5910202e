extension Problem {
  /// No failure of that name is remembered.
  static var unknownFailure: Problem {
    var detail = FailureDetail()
    detail.path = "/failureId"
    return Problem(.failureNotFound, detail: detail)
  }

  /// The chosen option is none of the failure's.
  static func optionNotOffered(by failure: Failure) -> Problem {
    let offered = failure.options.map(\.id.rawValue).joined(separator: ", ")
    var detail = FailureDetail()
    detail.path = "/optionId"
    detail.expected = offered
    return Problem(
      .optionNotFound, detail: detail, explanation: "Failure \(failure.id.rawValue) offers: \(offered).")
  }

  /// Another option of the failure is being performed.
  static func alreadyRunning(_ option: RecoveryOptionID) -> Problem {
    var detail = FailureDetail()
    detail.running = option
    return Problem(
      .alreadyRecovered, detail: detail,
      explanation: "Another recovery option of this failure, \(option.rawValue), is being performed.")
  }
}
