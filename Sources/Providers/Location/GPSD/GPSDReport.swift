package import StatusCore

/// What gpsd says, as far as it matters here (gpsd_json(5), protocol 3).
package enum GPSDReport: Hashable, Sendable {
  /// The greeting. Another major version than 3 is another protocol.
  case version(major: Int)
  /// The echo of a `?WATCH`: whether reports will come. gpsd does not complain of a request that it does not
  /// understand, it just has this false.
  case watch(isEnabled: Bool)
  /// Every receiver that gpsd knows, by its path.
  case devices([Device])
  /// One of them has come or gone.
  case device(Device)
  /// A receiver has spoken; nil when it does not know where it is.
  case position(device: String?, Position?)
  /// An error in gpsd's words, or a class that is of no use here.
  case other

  package struct Device: Hashable, Sendable {
    package let path: String
    /// Not once `activated` is 0, which tells that the receiver has gone.
    package let isActive: Bool

    package init(path: String, isActive: Bool) {
      self.path = path
      self.isActive = isActive
    }
  }
}
