package import StatusCore

/// What HTTP statuses mean for a resource, where they mean something else than they always do (`statuses`).
package struct StatusTable: Hashable, Sendable {
  /// What a status is taken for.
  package enum Meaning: Hashable, Sendable {
    /// The body is the value.
    case ok
    /// A success without a value.
    case empty
    /// The present value is still the right one, as 304 says.
    case unchanged
    case failure(FailureKind)
  }

  /// Which statuses are meant.
  package enum Statuses: Hashable, Sendable {
    case one(Int)
    /// All whose first digit it is.
    case all(Int)
  }

  /// In the order in which they were said; no two are of the same statuses.
  ///
  /// No dictionary: making its type costs every start 300,000 instructions.
  package private(set) var entries: [(statuses: Statuses, meaning: Meaning)] = []

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  package mutating func set(_ statuses: Statuses, _ meaning: Meaning) {
    entries.removeAll { $0.statuses == statuses }
    entries.append((statuses, meaning))
  }

  package static func == (left: StatusTable, right: StatusTable) -> Bool {
    left.entries.elementsEqual(right.entries) { $0 == $1 }
  }

  package func hash(into hasher: inout Hasher) {
    for entry in entries { hasher.combine(entry.statuses) }
  }
}

extension StatusTable {
  /// What a status means, by its number or else by its class; nil for what it always means.
  subscript(status: Int) -> Meaning? {
    exactly(status) ?? entries.first { $0.statuses == .all(status / 100) }?.meaning
  }

  /// The same by its number alone.
  func exactly(_ status: Int) -> Meaning? { entries.first { $0.statuses == .one(status) }?.meaning }

  /// Whether the body of a response with that status is a value.
  func isValue(_ status: Int) -> Bool {
    switch self[status] {
    case .ok: true
    case .empty, .unchanged, .failure: false
    case nil: 200..<300 ~= status
    }
  }
}

extension StatusTable.Statuses {
  /// Reads `404`, or `4xx` for all that begin so; nil for what is neither.
  ///
  /// A final response has a status from 200 to 599.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 3, 0x32...0x35 ~= bytes[0] else { return nil }
    if bytes[1...].elementsEqual("xx".utf8) {
      self = .all(Int(bytes[0] - 0x30))
    } else if let number = Int(text), bytes.allSatisfy({ 0x30...0x39 ~= $0 }) {
      self = .one(number)
    } else {
      return nil
    }
  }

  /// As it is written.
  package var name: String {
    switch self {
    case .one(let number): "\(number)"
    case .all(let digit): "\(digit)xx"
    }
  }
}

extension StatusTable.Meaning {
  /// The words that are no kinds of failure.
  package static let words: [(name: String, meaning: Self)] = [
    ("ok", .ok), ("empty", .empty), ("unchanged", .unchanged),
  ]

  /// As it is written; nil for what is neither a word nor a kind of failure.
  package init?(_ name: String) {
    if let word = Self.words.first(where: { $0.name == name }) {
      self = word.meaning
    } else if let kind = FailureKind(rawValue: name) {
      self = .failure(kind)
    } else {
      return nil
    }
  }

  package var name: String {
    switch self {
    case .ok: "ok"
    case .empty: "empty"
    case .unchanged: "unchanged"
    case .failure(let kind): kind.rawValue
    }
  }
}
