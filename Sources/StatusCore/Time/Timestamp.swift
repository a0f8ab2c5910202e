/// A moment of the time of day, in milliseconds.
package struct Timestamp: Hashable, Sendable {
  package let millisecondsSince1970: Int64

  package init(millisecondsSince1970: Int64) {
    self.millisecondsSince1970 = millisecondsSince1970
  }
}

extension Timestamp: Comparable {
  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.millisecondsSince1970 < right.millisecondsSince1970
  }
}
