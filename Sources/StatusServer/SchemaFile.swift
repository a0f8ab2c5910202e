import CSchema
package import Jansson
import Text

/// A file of schema/ that the binary carries.
package enum SchemaFile: String, CaseIterable {
  case openrpc, configuration, scenario, failures, errors, tools

  /// The text of the file, byte for byte.
  package var text: [UInt8] {
    let file = unsafe file
    // SAFETY: the file is a constant of the binary with `count` bytes.
    return unsafe Array(UnsafeBufferPointer(start: file.start, count: file.count))
  }

  /// The same without insignificant white space, on one line.
  package var minified: [UInt8] {
    var bytes: [UInt8] = []
    var isInString = false
    var isEscaped = false
    for byte in text {
      if isInString {
        if byte == UInt8(ascii: "\""), !isEscaped { isInString = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if [0x20, 0x0A, 0x0D, 0x09].contains(byte) {
        continue
      }
      bytes.append(byte)
    }
    return bytes
  }

  private var file: statusd_schema_file {
    switch self {
    case .openrpc: unsafe statusd_schema_openrpc
    case .configuration: unsafe statusd_schema_configuration
    case .scenario: unsafe statusd_schema_scenario
    case .failures: unsafe statusd_schema_failures
    case .errors: unsafe statusd_schema_errors
    case .tools: unsafe statusd_schema_tools
    }
  }

  /// The JSON Schema of a type of the contract, such as `Snapshot`; nil for a name that no type has.
  package static func type(named name: String) -> JSONText? {
    let text = openrpc.text
    guard let place = try? JSONPointer.find("/components/schemas" + JSONPointer.token(name), in: text) else {
      return nil
    }
    return JSONText(trusting: Array(text[place]))
  }

  /// The names of the types.
  package static var typeNames: [String] {
    let text = openrpc.text
    guard let place = try? JSONPointer.find("/components/schemas", in: text),
      let types = try? JSONValue.parse(Array(text[place]).span)
    else { return [] }
    return types.members.map(\.name)
  }
}
