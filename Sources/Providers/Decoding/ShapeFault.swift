import Jansson
import StatusCore

/// Where JSON has not the shape that is wanted.
struct ShapeFault: Error {
  /// JSON Pointer (RFC 6901) from the outermost value; "" is that value itself.
  var path: String
  let expected: String
  /// What is wrong there, as the end of a sentence that begins with the place.
  let finding: String

  /// A value that is there, but of another kind or outside its range.
  static func unexpected(_ found: String, at path: String, expected: String) -> ShapeFault {
    ShapeFault(path: path, expected: expected, finding: "is \(found), not \(expected)")
  }

  /// A member that must be there; null is the same as absent.
  static func missing(_ name: String, of path: String) -> ShapeFault {
    ShapeFault(path: path + JSONPointer.token(name), expected: "a value", finding: "is missing")
  }

  /// Nothing at all, where a pointer leads.
  static func nothing(at path: String) -> ShapeFault {
    ShapeFault(path: path, expected: "a value", finding: "is missing")
  }

  /// A value that is not what was expected, whatever it is.
  static func notExpected(at path: String, _ expected: String?) -> ShapeFault {
    ShapeFault(path: path, expected: expected ?? "", finding: "is not \(expected ?? "what was expected")")
  }

  /// The same fault seen from further out.
  func below(_ outer: String) -> ShapeFault {
    ShapeFault(path: outer + path, expected: expected, finding: finding)
  }
}

extension Problem {
  init(_ fault: ShapeFault) {
    var detail = FailureDetail()
    detail.path = fault.path
    detail.expected = fault.expected
    let place = fault.path.isEmpty ? "The outermost value" : fault.path
    self.init(.unexpectedShape, detail: detail, explanation: "\(place) \(fault.finding).")
  }
}
