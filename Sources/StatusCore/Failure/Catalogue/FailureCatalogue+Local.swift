extension FailureCatalogue {
  // MARK: The location cannot be determined

  static let locationUnavailable = Entry(
    .locationUnavailable, 1400, "The location is not available",
    because: "The location service does not respond.",
    todo: "Check that the location service is running, then try again.")

  static let locationDenied = Entry(
    .locationDenied, 1401, "The location may not be used",
    because: "The system or its user does not allow the use of the location.",
    todo: "Allow the use of the location, or choose another source, in the settings.",
    isRetrySafe: false)

  static let locationNoFix = Entry(
    .locationNoFix, 1402, "The location is not known yet",
    because: "The receiver does not see enough satellites.",
    todo: "Move to a place with a clear view of the sky, then try again.")

  static let locationNoDevice = Entry(
    .locationNoDevice, 1403, "There is no location device",
    because: "The location service has no receiver.",
    todo: "Connect a receiver, then try again.")

  // MARK: The store could not keep a value

  static let outOfSpace = Entry(
    .outOfSpace, 1500, "The store is full",
    because: "The value does not fit into the store's quota.",
    todo: "Free some space by dropping the oldest entries, or buy more space.",
    isRetrySafe: false)

  static let diskFull = Entry(
    .diskFull, 1501, "The disk is full",
    because: "The system has no room left for the store.",
    todo: "Free some space on the disk, then try again.")

  static let storeUnwritable = Entry(
    .storeUnwritable, 1502, "The store cannot be written",
    because: "The system does not allow statusd to write to the store.",
    todo: "Check the permissions of the store's directory, then try again.")

  static let storeCorrupt = Entry(
    .storeCorrupt, 1503, "The store is damaged",
    because: "The data that was read is not the data that was written.",
    todo: "You do not need to do anything: statusd set the damaged part aside and began a new one.",
    isRetrySafe: false)

  // MARK: A source on this machine failed

  static let fileNotFound = Entry(
    .fileNotFound, 1600, "The file does not exist",
    because: "There is nothing at this path.",
    todo: "Check the path, then try again.")

  static let fileUnreadable = Entry(
    .fileUnreadable, 1601, "The file cannot be read",
    because: "The system does not allow statusd to read the file.",
    todo: "Check the permissions of the file, then try again.")

  static let commandFailed = Entry(
    .commandFailed, 1602, "The command failed",
    because: "The command ended with an error.",
    todo: "Run the command by hand to find the cause, then try again.")

  static let sourceMisconfigured = Entry(
    .sourceMisconfigured, 1603, "The source is not set up properly",
    because: "The configuration of the source cannot work.",
    todo: "Correct the configuration of the source.",
    isRetrySafe: false)
}
