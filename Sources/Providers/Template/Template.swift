/// A string with places for arguments: `{name}`, as in the simple expansion of RFC 6570 (level 1).
///
/// A name has 1 to 64 letters, digits and `_`, and begins with a letter. Any other brace stands for itself.
struct Template: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case literal(String)
    case parameter(String)
  }

  /// The text before, between and behind the parameters: one more than there are of these.
  private var literals = [""]
  /// The names of its parameters in the order of the text; one that is repeated comes again.
  private(set) var parameters: [String] = []

  /// A template without anything in it.
  init() {}

  init(_ text: some StringProtocol) {
    let scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      if let name = Self.parameter(at: index, of: scalars) {
        append(parameter: name)
        index += name.count + 2
      } else {
        append(scalars[index])
        index += 1
      }
    }
  }

  /// The name of the parameter whose `{` is at that index; nil if none begins there.
  static func parameter(at index: Int, of scalars: [Unicode.Scalar]) -> String? {
    guard scalars[index] == "{" else { return nil }
    let name = scalars[(index + 1)...].prefix { isOfName($0) }
    guard 1...longestName ~= name.count, let first = name.first, !("0"..."9" ~= first), first != "_",
      name.endIndex < scalars.endIndex, scalars[name.endIndex] == "}"
    else { return nil }
    return String(String.UnicodeScalarView(name))
  }

  static let longestName = 64

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar || scalar == "_")
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    literals[literals.count - 1].unicodeScalars.append(scalar)
  }

  mutating func append(parameter name: String) {
    parameters.append(name)
    literals.append("")
  }
}

extension Template {
  /// What it is made of, in the order of the text; no literal is empty.
  var parts: [Part] {
    var parts: [Part] = []
    for (index, literal) in literals.enumerated() {
      if !literal.isEmpty { parts.append(.literal(literal)) }
      if index < parameters.count { parts.append(.parameter(parameters[index])) }
    }
    return parts
  }

  var isLiteral: Bool { parameters.isEmpty }

  /// The text that it was made of.
  var text: String { expanded { "{\($0)}" } }

  /// The template with a value in the place of each parameter.
  func expanded(_ value: (String) -> String) -> String {
    parts.map { part in
      switch part {
      case .literal(let text): text
      case .parameter(let name): value(name)
      }
    }.joined()
  }
}
