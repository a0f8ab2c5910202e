import Jansson
import StatusCore

/// Where JSON has not the shape that is wanted.
struct ShapeFault: Error {
  /// JSON Pointer (RFC 6901) from the outermost value; "" is that value itself.
  var path: String
  let expected: String
  /// What is wrong there.
  let finding: Explanation.Shape

  /// A value that is there, but of another kind or outside its range.
  static func unexpected(_ found: String, at path: String, expected: String) -> ShapeFault {
    ShapeFault(path: path, expected: expected, finding: .other(found: found, expected: expected))
  }

  /// A member that must be there; null is the same as absent.
  static func missing(_ name: String, of path: String) -> ShapeFault {
    ShapeFault(path: path + JSONPointer.token(name), expected: "a value", finding: .missing)
  }

  /// Nothing at all, where a pointer leads.
  static func nothing(at path: String) -> ShapeFault {
    ShapeFault(path: path, expected: "a value", finding: .missing)
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
    self.init(.unexpectedShape, detail: detail, explanation: .shape(fault.finding, at: fault.path))
  }
}
