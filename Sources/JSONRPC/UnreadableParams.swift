import Jansson
import Text

/// Params that are JSON and yet cannot be held: what is wrong in which place.
///
/// The method decides what follows: a number beyond 64 bits is out of range where a number is due, and of the
/// wrong type elsewhere; and it may be the id of another request, which is never read as a number.
struct UnreadableParams {
  let path: JSONPath
  /// The problem to report where the method has no better one.
  let problem: ProtocolProblem

  /// Whether the value is a number beyond 64 bits, and not a name that jansson cannot hold.
  let isNumber: Bool

  /// - Throws: What makes the whole message invalid, whichever method it calls.
  init(_ error: JSONParseError, _ params: Span<UInt8>) throws(ProtocolProblem) {
    let end = JSONPath(toTheValueBefore: error.offset, in: params)
    switch error.reason {
    case .duplicateKey:
      let path = JSONPointer.pointer(to: end.droppingLast())
      throw .init(
        .invalidRequest, reason: "duplicateKey", "\(Self.place(path)) has two members of one name", path: path
      )
    case .numberRange:
      path = end
      isNumber = true
      let pointer = JSONPointer.pointer(to: path)
      problem = .init(
        .invalidParams, reason: "range", "\(Self.place(pointer)) does not fit 64 bits", path: pointer)
    case .nullInKey:
      path = end
      isNumber = false
      let place = Self.place(JSONPointer.pointer(to: end.droppingLast()))
      problem = .init(
        .invalidParams, reason: "unknown", "\(place) has a name with U+0000 in it",
        path: JSONPointer.pointer(to: path))
    case .syntax, .encoding, .resources:
      throw .init(.parseError, "Not JSON: params cannot be read")
    }
  }

  private static func place(_ pointer: String) -> String {
    "params" + pointer.replacing("/", by: ".")
  }
}
