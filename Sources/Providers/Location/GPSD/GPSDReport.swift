package import StatusCore

/// A message of gpsd, as far as it is used (gpsd_json(5), protocol 3).
package enum GPSDReport: Hashable, Sendable {
  /// The greeting. Another major version than 3 is another protocol.
  case version(major: Int)
  /// The echo of a `?WATCH`: whether reports will come. gpsd does not
  /// complain of a request that it does not understand; it echoes false.
  case watch(isEnabled: Bool)
  /// Every receiver that gpsd knows, by its path.
  case devices([Device])
  /// A receiver has come or gone.
  case device(Device)
  /// A receiver has reported; the position is nil while it has no fix.
  case position(device: String?, Position?)
  /// An error message, or a class that is not used here.
  case other

  package struct Device: Hashable, Sendable {
    package let path: String
    /// False once `activated` is 0, which means that the receiver has gone.
    package let isActive: Bool

    package init(path: String, isActive: Bool) {
      self.path = path
      self.isActive = isActive
    }
  }
}
