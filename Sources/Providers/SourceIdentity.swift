import Reactor

/// What distinguishes a source from every other, credentials included, so that the value of one is never taken for
/// that of another.
///
/// It may hold secrets, so the type has no description that would show it.
package struct SourceIdentity: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  package let bytes: [UInt8]

  /// - Parameter fields: What the source is made of; their order counts.
  package init(_ fields: [String]) {
    // No field can end early: 0xFF is in no UTF-8.
    bytes = Array(fields.map { Array($0.utf8) }.joined(separator: [0xFF]))
  }

  package var description: String { "***" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension SourceAddress {
  /// The fields of the address in full.
  package var identityFields: [String] {
    switch self {
    case .http(let url): ["http", url.text]
    case .events(let url): ["events", url.text]
    // What these bring depends on the working directory.
    case .file(let path): ["file", path.utf8.first == UInt8(ascii: "/") ? "/" : WorkingDirectory.path, path]
    case .command(let command):
      ["command", WorkingDirectory.path, command.program] + command.arguments
    case .stream(let command):
      ["stream", WorkingDirectory.path, command.program] + command.arguments
    case .demo: ["demo"]
    // A parameterised resource keeps nothing; its instances have addresses of their own.
    case .template: []
    }
  }
}
