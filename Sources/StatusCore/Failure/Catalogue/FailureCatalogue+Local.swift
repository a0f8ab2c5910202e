extension FailureCatalogue {
  /// The location cannot be told.
  static let ofTheLocation = [
    Entry(
      .locationUnavailable, 1400, "The location is not available",
      because: "The location service does not answer.",
      todo: "Check that the location service is running, then try again."),
    Entry(
      .locationDenied, 1401, "The location may not be used",
      because: "The system or its user does not allow it.",
      todo: "Allow the use of the location, or choose another provider, in the settings.", isRetrySafe: false),
    Entry(
      .locationNoFix, 1402, "The location is not known yet",
      because: "The receiver does not see enough satellites.",
      todo: "Move to where the sky can be seen and keep trying, or try again there."),
    Entry(
      .locationNoDevice, 1403, "There is no location device",
      because: "The location service has no receiver.",
      todo: "Connect a receiver, then try again."),
  ]

  /// The store could not keep a value.
  static let ofTheStore = [
    Entry(
      .outOfSpace, 1500, "The store is full",
      because: "The value does not fit into the store's quota.",
      todo: "Get more space, or free some by dropping the oldest entries.", isRetrySafe: false),
    Entry(
      .diskFull, 1501, "The disk is full",
      because: "The system has no room left for the store.",
      todo: "Free some space on the disk, then try again."),
    Entry(
      .storeUnwritable, 1502, "The store cannot be written",
      because: "The system does not allow it.",
      todo: "Check the permissions of the store's directory, then try again."),
    Entry(
      .storeCorrupt, 1503, "The store is damaged",
      because: "What was read is not what was written.",
      todo: "Nothing needs to be done: the damaged part was set aside and a new one begun.",
      isRetrySafe: false),
  ]

  /// A source on this machine failed.
  static let ofLocalSources = [
    Entry(
      .fileNotFound, 1600, "The file does not exist",
      because: "There is nothing at this path.",
      todo: "Check the path, then try again."),
    Entry(
      .fileUnreadable, 1601, "The file cannot be read",
      because: "The system does not allow it.",
      todo: "Check the permissions of the file, then try again."),
    Entry(
      .commandFailed, 1602, "The command failed",
      because: "It ended with an error.",
      todo: "Run the command by hand to see what is wrong, then try again."),
    Entry(
      .sourceMisconfigured, 1603, "The source is not set up properly",
      because: "Its configuration cannot work.",
      todo: "Correct the configuration of the source.", isRetrySafe: false),
  ]
}
