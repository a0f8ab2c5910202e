import Engine
import Providers
import StatusCore
import Text

/// The value of a key as it may be shown: with `***` in the place of what may be a secret.
package enum ShownValue: Hashable, Sendable {
  case integer(Int)
  case number(Double)
  case boolean(Bool)
  case string(String)
  case strings([String])

  /// - Returns: Nil for tables, whose members are shown one by one.
  init?(_ value: SettingValue) {
    switch value {
    case .seconds(let duration): self = .number(duration / .seconds(1))
    case .integer(let number): self = .integer(number)
    case .boolean(let isTrue): self = .boolean(isTrue)
    case .text(let text): self = .string(text.escapingVariables)
    case .source(let address): self = .string(address.shown.escapingVariables)
    case .location(let address): self = .string(address.shown.escapingVariables)
    case .kinds(let kinds): self = .strings(kinds.map(\.rawValue).sorted())
    case .command(let command): self = .string(command.shown)
    case .template(let text): self = .string(text)
    case .classRules(let rules): self = .strings(rules)
    case .variables(let names): self = .strings(names)
    case .headers, .recoveryOptions, .statuses: return nil
    }
  }
}

extension String {
  /// As it has to be written to be read as itself; commands are not looked through for variables.
  fileprivate var escapingVariables: String {
    SourceAddress.Scheme(of: self)?.isProgram == true ? self : replacing(bytesOf: "${", by: "$${")
  }
}

extension Command {
  /// Arguments may be secrets.
  fileprivate var shown: String { arguments.isEmpty ? shownProgram : "\(shownProgram) ***" }
}

extension SourceAddress {
  fileprivate var shown: String {
    switch self {
    case .demo: "demo"
    case .http(let url): url.redacted
    case .events(let url): "events+\(url.redacted)"
    case .file(let path): "file:\(path)"
    case .command(let command): "command:\(command.shown)"
    case .stream(let command): "stream:\(command.shown)"
    case .template(let template): template.shown
    }
  }
}

extension SourceTemplate {
  /// The address of the instance whose arguments are the parameters themselves, in their braces.
  fileprivate var shown: String {
    let places = Dictionary(uniqueKeysWithValues: parameters.map { ($0, "{\($0)}") })
    guard let address = try? address(with: ResourceArguments(places)) else { return "***" }
    return address.shown.replacing(bytesOf: "%7B", by: "{").replacing(bytesOf: "%7D", by: "}")
  }
}

extension LocationAddress {
  fileprivate var shown: String {
    guard case .gpx(let address) = self else { return description }
    let options = [address.rate == 1 ? nil : "rate=\(address.rate.plain)", address.loops ? "loop=1" : nil]
    let query = options.compactMap(\.self).joined(separator: "&")
    return description + (query.isEmpty ? "" : "?\(query)")
  }
}
