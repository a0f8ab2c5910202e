import Jansson
import Testing

/// A JSON value whose members have no order, as RFC 6902 compares them, and to which patches can be applied.
///
/// Numbers and strings are compared as they are written: what is only written differently is a change here.
indirect enum Document: Equatable {
  case scalar(String)
  case array([Document])
  case object([String: Document])

  init(_ value: JSONValue) {
    switch value.kind {
    case .array: self = .array(value.elements.map { Document($0) })
    case .object:
      self = .object(Dictionary(value.members.map { ($0.name, Document($0.value)) }) { first, _ in first })
    default: self = .scalar("\(Tree(value))")
    }
  }

  init(parsing text: [UInt8]) throws {
    self.init(try JSONValue.parse(text.span))
  }

  struct Misfit: Error {
    let path: String
  }

  /// Applies a patch by the letter of RFC 6902, section 4.
  mutating func apply(_ patch: JSONValue) throws {
    for operation in patch.elements {
      let path = operation["path"]?.string ?? "?"
      let tokens = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
        String($0).replacingOccurrences("~1", "/").replacingOccurrences("~0", "~")
      }
      let value = operation["value"].map { Document($0) }
      try change(tokens[...], operation["op"]?.string ?? "", value, path)
    }
  }

  private mutating func change(
    _ tokens: ArraySlice<String>, _ operation: String, _ value: Document?, _ path: String
  ) throws {
    guard let token = tokens.first else {
      guard operation == "replace", let value else { throw Misfit(path: path) }
      self = value
      return
    }
    switch self {
    case .scalar: throw Misfit(path: path)
    case .object(var members):
      if tokens.count > 1 {
        guard members[token] != nil else { throw Misfit(path: path) }
        try members[token]?.change(tokens.dropFirst(), operation, value, path)
      } else {
        guard operation == "add" || members[token] != nil else { throw Misfit(path: path) }
        members[token] = operation == "remove" ? nil : value
      }
      self = .object(members)
    case .array(var elements):
      try Self.change(&elements, token, tokens, operation, value, path)
      self = .array(elements)
    }
  }

  private static func change(
    _ elements: inout [Document], _ token: String, _ tokens: ArraySlice<String>, _ operation: String,
    _ value: Document?, _ path: String
  ) throws {
    let isInsertion = operation == "add" && tokens.count == 1
    guard let index = Int(token), String(index) == token, index >= 0,
      index < elements.count + (isInsertion ? 1 : 0)
    else { throw Misfit(path: path) }
    guard tokens.count == 1 else {
      return try elements[index].change(tokens.dropFirst(), operation, value, path)
    }
    switch (operation, value) {
    case ("add", let value?): elements.insert(value, at: index)
    case ("replace", let value?): elements[index] = value
    case ("remove", nil): elements.remove(at: index)
    default: throw Misfit(path: path)
    }
  }
}

extension String {
  fileprivate func replacingOccurrences(_ part: String, _ other: Character) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: String(other))
  }
}
