import TestSupport

extension DaemonProcess {
  /// The next snapshot of a `stateChanged` for which that holds; everything before it is passed over.
  @discardableResult
  func nextSnapshot(where isMeant: ([String: Any]) -> Bool) throws -> [String: Any] {
    while true {
      let message = try receive()
      if message.method == "stateChanged", isMeant(message.params) { return message.params }
    }
  }
}
