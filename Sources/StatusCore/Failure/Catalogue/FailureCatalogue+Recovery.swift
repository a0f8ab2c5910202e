extension FailureCatalogue {
  // MARK: A recovery was requested that cannot be performed

  static let failureNotFound = Entry(
    .failureNotFound, 1700, in: .recovery, "There is no such failure",
    because: "The failure never existed, or it is too old to be remembered.",
    todo: "Repeat the operation that failed.",
    isRetrySafe: false,
    isSilent: true)

  static let optionNotFound = Entry(
    .optionNotFound, 1701, in: .recovery, "This recovery is not offered",
    because: "The failure has other recovery options.",
    todo: "Choose one of the failure's recovery options.",
    isRetrySafe: false,
    isSilent: true)

  static let alreadyRecovered = Entry(
    .alreadyRecovered, 1702, in: .recovery, "This failure is already taken care of",
    because: "A recovery was chosen for the failure before, or its resource has been fetched since.",
    todo: "Look at the present state of the resource.",
    isRetrySafe: false,
    isSilent: true)

  static let nothingToRetry = Entry(
    .nothingToRetry, 1703, in: .recovery, "There is nothing to retry",
    because: "No failure is waiting for a recovery.",
    isRetrySafe: false,
    isSilent: true)
}
