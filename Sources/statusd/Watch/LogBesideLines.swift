import Logging

/// The log of a `watch` whose lines and log are on one terminal: without the failures that the lines show.
struct LogBesideLines: LogHandler {
  /// The name of the resource.
  let name: String
  var log: any LogHandler

  var logLevel: Logger.Level {
    get { log.logLevel }
    set { log.logLevel = newValue }
  }

  var metadata: Logger.Metadata {
    get { log.metadata }
    set { log.metadata = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { log[metadataKey: key] }
    set { log[metadataKey: key] = newValue }
  }

  func log(event: LogEvent) {
    // As `FailureBook` logs a failure.
    let isShown = event.message == "failed" && event.metadata?["resource"]?.description == name
    if !isShown { log.log(event: event) }
  }
}
