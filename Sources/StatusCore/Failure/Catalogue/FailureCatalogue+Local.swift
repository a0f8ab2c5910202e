extension FailureCatalogue {
  // MARK: The location cannot be determined

  static let locationUnavailable = Entry(
    .locationUnavailable, 1400, in: .location, "The location is not available",
    because: "The location service does not respond.",
    todo: "Check that the location service is running, then try again.",
    options: [.tryAgain, .keepTrying, .useDemoRoute, .openSettings],
    settings: .key("location.source"),
    reasons: ["host", "connect", "ended", "silent", "protocol", "refused"])

  static let locationDenied = Entry(
    .locationDenied, 1401, in: .location, "The location may not be used",
    because: "The system or its user does not allow the use of the location.",
    todo: "Allow the use of the location, or choose another source, in the settings.",
    isRetrySafe: false,
    options: [.useDemoRoute, .openSettings],
    settings: .key("location.source"),
    exitStatus: .permission)

  static let locationNoFix = Entry(
    .locationNoFix, 1402, in: .location, "The location is not known yet",
    because: "The receiver does not see enough satellites.",
    todo: "Move to a place with a clear view of the sky, then try again.",
    options: [.tryAgain, .keepTrying, .useDemoRoute])

  static let locationNoDevice = Entry(
    .locationNoDevice, 1403, in: .location, "There is no location device",
    because: "The location service has no receiver.",
    todo: "Connect a receiver, then try again.",
    options: [.tryAgain, .keepTrying, .useDemoRoute, .openSettings],
    settings: .key("location.source"))

  // MARK: The store could not keep a value

  static let outOfSpace = Entry(
    .outOfSpace, 1500, in: .store, "The store is full",
    because: "The value does not fit into the store's quota.",
    todo: "Free some space by dropping the oldest entries, or buy more space.",
    isRetrySafe: false,
    options: [.freeSpace, .buyMoreSpace])

  static let diskFull = Entry(
    .diskFull, 1501, in: .store, "The disk is full",
    because: "The system has no room left for the store.",
    todo: "Free some space on the disk, then try again.",
    // The value that could not be stored is shown, so there is none to fall back to.
    options: [.tryAgain, .keepTrying, .freeSpace])

  static let storeUnwritable = Entry(
    .storeUnwritable, 1502, in: .store, "The store cannot be written",
    because: "The system does not allow statusd to write to the store.",
    todo: "Check the permissions of the store's directory, then try again.",
    options: [.tryAgain, .keepTrying, .openSettings],
    settings: .key("store.path"),
    reasons: ["permission", "notRegular", "locked", "library", "system", "slow"])

  static let storeCorrupt = Entry(
    .storeCorrupt, 1503, in: .store, "The store is damaged",
    because: "The data that was read is not the data that was written.",
    todo: "You do not need to do anything: statusd set the damaged part aside and began a new one.",
    isRetrySafe: false)

  // MARK: A source on this machine failed

  static let fileNotFound = Entry(
    .fileNotFound, 1600, in: .local, "The file does not exist",
    because: "There is nothing at this path.",
    todo: "Check the path, then try again.",
    options: .repeating + [.openSettings],
    settings: .resource("source"),
    exitStatus: .noInput)

  static let fileUnreadable = Entry(
    .fileUnreadable, 1601, in: .local, "The file cannot be read",
    because: "The system does not allow statusd to read the file.",
    todo: "Check the permissions of the file, then try again.",
    options: .repeating + [.openSettings],
    // Another path helps only if this one cannot be a source; permissions are not set in the configuration.
    settings: .resource(nil, unless: ["notRegular": "source"]),
    exitStatus: .permission,
    reasons: ["notRegular"])

  static let commandFailed = Entry(
    .commandFailed, 1602, in: .local, "The command failed",
    because: "The command ended with an error.",
    todo: "Run the command by hand to find the cause, then try again.",
    options: .repeating + [.openSettings],
    settings: .resource(nil, unless: ["notFound": "source", "notExecutable": "source"]),
    reasons: ["notFound", "notExecutable", "exitStatus", "signal", "timeout"])

  static let sourceMisconfigured = Entry(
    .sourceMisconfigured, 1603, in: .local, "statusd is not set up properly",
    because: "The configuration of the source cannot work.",
    todo: "Correct the configuration of the source.",
    isRetrySafe: false,
    options: [.useLastKnown, .openSettings, .showHelp],
    settings: .resource(
      "source",
      unless: [
        "library": nil, "caFile": "caFile", "certificate": "certificate", "key": "key", "headers": "headers",
      ]),
    reasons: ["caFile", "certificate", "key", "headers", "library"])
}
