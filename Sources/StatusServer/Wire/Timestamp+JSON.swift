import Jansson
import StatusCore

extension JSONWriter {
  /// Writes a time in the format of RFC 3339, in UTC with milliseconds; left out when there is none.
  mutating func member(_ name: StaticString, _ time: Timestamp?) {
    guard let time else { return }
    memberName(name)
    string(plain: time.rfc3339Words)
  }
}
