import Text

extension SettingsListing {
  /// A TOML document with a key on each line and its origin behind it.
  package var toml: String {
    var lines: [String] = []
    var table: [String] = []
    for entry in entries {
      if entry.table != table {
        table = entry.table
        lines += ["", "[\(Self.key(table))]"]
      }
      lines.append("\(Self.key(entry.path)) = \(entry.value.toml)  # \("\(entry.origin)".visible)")
    }
    return lines.joined(separator: "\n")
  }

  private static func key(_ path: [String]) -> String {
    path.map { name in
      let isBare = name.utf8.allSatisfy {
        $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
      return isBare && !name.isEmpty ? name : name.tomlString
    }.joined(separator: ".")
  }
}

extension ShownValue {
  fileprivate var toml: String {
    switch self {
    case .integer(let number): "\(number)"
    case .number(let number): number.plain
    case .boolean(let isTrue): "\(isTrue)"
    case .string(let text): text.tomlString
    case .strings(let texts): "[\(texts.map(\.tomlString).joined(separator: ", "))]"
    }
  }
}

extension String {
  /// A basic string (TOML v1.0.0, “String”), in which what cannot be seen is escaped.
  fileprivate var tomlString: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.isInvisible:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += "\\U" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
