/// The way to a value from the outermost one: the members' names and the elements' indices.
package struct JSONPath: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    case name(String)
    case index(Int)
  }

  package private(set) var steps: [Step] = []

  /// The way to what stands before the byte `end` of a text: the value, or the name, that ends there.
  ///
  /// This is where jansson stopped. One pass over the text up to that byte; only the names on the way are
  /// decoded.
  /// - Important: The text must have passed a ``JSONScanner``.
  package init(toTheValueBefore end: Int, in text: Span<UInt8>) {
    var trail = Trail()
    var index = 0
    while index < min(end, text.count) {
      index = trail.read(text, at: index)
    }
    steps = trail.containers.map { $0.step(in: text) }
  }

  /// The way to the container.
  package func droppingLast() -> JSONPath {
    var path = self
    path.steps.removeLast(min(1, steps.count))
    return path
  }
}

/// The containers that are open at a place in a text, and where in each of them it is.
private struct Trail {
  enum Container {
    /// An array, at that index.
    case array(Int)
    /// An object, behind the name that stands there.
    case object(Range<Int>)
  }

  var containers: [Container] = []
  private var awaitsName = false

  /// Takes what begins at `index`, and says where the next thing does.
  mutating func read(_ text: Span<UInt8>, at index: Int) -> Int {
    switch text[index] {
    case UInt8(ascii: "{"):
      containers.append(.object(index..<index))
      awaitsName = true
    case UInt8(ascii: "["):
      containers.append(.array(0))
      awaitsName = false
    case UInt8(ascii: "}"), UInt8(ascii: "]"): containers.removeLast()
    case UInt8(ascii: ","): goOn()
    case UInt8(ascii: "\""): return string(text, at: index)
    default: break
    }
    return index + 1
  }

  private mutating func goOn() {
    switch containers.removeLast() {
    case .array(let index): containers.append(.array(index + 1))
    case .object(let name):
      containers.append(.object(name))
      awaitsName = true
    }
  }

  private mutating func string(_ text: Span<UInt8>, at index: Int) -> Int {
    guard let end = try? JSONLexer.endOfString(text, from: index) else { return text.count }
    if awaitsName {
      containers[containers.count - 1] = .object(index..<end)
      awaitsName = false
    }
    return end
  }
}

extension Trail.Container {
  func step(in text: Span<UInt8>) -> JSONPath.Step {
    switch self {
    case .array(let index): .index(index)
    case .object(let name): .name(name.isEmpty ? "" : JSONString.decode(text.extracting(name)))
    }
  }
}
