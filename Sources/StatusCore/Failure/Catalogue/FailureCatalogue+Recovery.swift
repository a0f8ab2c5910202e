extension FailureCatalogue {
  /// A recovery was asked for that cannot be performed.
  static let ofRecoveries = [
    Entry(
      .failureNotFound, 1700, "There is no such failure",
      because: "It never was, or it is too long ago to be remembered.",
      todo: "Repeat the operation that failed.", isRetrySafe: false),
    Entry(
      .optionNotFound, 1701, "This recovery is not offered",
      because: "The failure has other ways out.",
      todo: "Choose one of the failure's recovery options.", isRetrySafe: false),
    Entry(
      .alreadyRecovered, 1702, "This failure is already taken care of",
      because: "A recovery was chosen for it before, or its resource has been fetched since.",
      todo: "Look at the present state of the resource.", isRetrySafe: false),
    Entry(
      .nothingToRetry, 1703, "There is nothing to retry",
      because: "No failure is waiting for a recovery.", isRetrySafe: false),
  ]
}
