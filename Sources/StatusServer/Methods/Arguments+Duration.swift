import JSONRPC
import StatusCore

extension Arguments {
  /// A number of seconds.
  func duration(_ name: String) -> Duration? {
    number(name).map { Duration(nearest: $0) }
  }
}
