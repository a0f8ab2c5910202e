/// What tells resources apart: the name and, of an instance of a parameterised resource, its arguments.
package struct ResourceID: Hashable, Sendable {
  package let name: ResourceName
  /// nil for a resource that takes none.
  package let arguments: ResourceArguments?

  package init(_ name: ResourceName, _ arguments: ResourceArguments? = nil) {
    self.name = name
    self.arguments = arguments
  }

  package static let state = ResourceID(.state)
  package static let menu = ResourceID(.menu)
  /// The location in failures; no resource has this id.
  package static let location = ResourceID(.location)
}

/// The name of a resource.
package struct ResourceName: Hashable, Sendable, CustomStringConvertible {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The status of the system, a fleet.
  package static let state = ResourceName(rawValue: "state")
  package static let menu = ResourceName(rawValue: "menu")
  /// The resource in failures of the location; no resource has this name.
  package static let location = ResourceName(rawValue: "location")

  package var description: String { rawValue }
}

/// The arguments of an instance of a parameterised resource.
///
/// Two sets are equal if their names and the bytes of their values are. Swift's `String` is no measure: it takes “é”
/// and “e” with a combining accent for the same, and a server or a file system does not.
package struct ResourceArguments: Hashable, Sendable {
  /// The most bytes of a value.
  package static let valueBytes = 1_024

  package struct Argument: Hashable, Sendable {
    package let name: String
    fileprivate let bytes: [UInt8]

    init(_ name: String, _ value: String) {
      self.name = name
      bytes = Array(value.utf8)
    }

    package var value: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// In the order of their names.
  package let all: [Argument]

  package init(_ values: [String: String]) {
    all = values.sorted { $0.key < $1.key }.map { Argument($0.key, $0.value) }
  }

  /// The value of an argument; nil if there is none of that name.
  package subscript(name: String) -> String? {
    all.first { $0.name == name }?.value
  }
}

extension ResourceArguments: Comparable {
  /// By the bytes of the values in the order of the names.
  package static func < (left: ResourceArguments, right: ResourceArguments) -> Bool {
    left.all.lexicographicallyPrecedes(right.all) { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}

/// Why a set of arguments cannot be one of a resource.
package struct ArgumentFault: Error, Hashable, Sendable {
  /// The ways in which a param can be wrong (docs/protocol.md).
  package enum Reason: String, Sendable {
    case unknown, missing, type, range
  }

  /// The argument; nil for all of them.
  package let name: String?
  package let reason: Reason
  /// The rest of a sentence that begins with the argument; repeats nothing of its value.
  package let explanation: String
  /// The nearest name, for one that is unknown.
  package let suggestion: String?

  package init(_ name: String?, _ reason: Reason, _ explanation: String, suggestion: String? = nil) {
    self.name = name
    self.reason = reason
    self.explanation = explanation
    self.suggestion = suggestion
  }
}
