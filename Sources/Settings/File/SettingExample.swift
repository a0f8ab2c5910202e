/// What was probably meant by whoever wrote another key, or a value in the place of a table.
enum SettingExample {
  /// The key of a resource that other programs call so.
  static func meant(by name: String) -> String? {
    switch name.lowercased() {
    case "url", "uri", "address", "href", "endpoint", "src", "file", "path", "command", "cmd": "source"
    case "interval", "poll", "polling", "every", "period", "refresh": "autoPolling.interval"
    case "retries", "attempts": "retry.attempts"
    case "header", "token", "auth", "authorization": "headers"
    case "ttl", "maxage", "max_age": "staleAfter"
    default: nil
    }
  }

  /// A table that could stand in the place of a value: `{ enabled = true }` of `autoPolling = true`.
  ///
  /// - Parameters:
  ///   - path: The names of the table, below the root of the settings.
  ///   - settings: Those below it.
  static func table(
    _ path: [String], of settings: [(path: [String], form: SettingForm)], for given: GivenValue
  ) -> String? {
    let members = settings.filter { $0.path.count == path.count + 1 }
    let fitting = members.filter { $0.form.takes(given) }
    guard let member = fitting.first, let name = member.path.last else { return nil }
    let others = members.filter { $0.form == .boolean && $0.path != member.path }.compactMap(\.path.last)
    return "{ \((others.map { "\($0) = true" } + ["\(name) = \(given.kind)"]).joined(separator: ", ")) }"
  }
}

extension SettingForm {
  /// Whether that number or truth value may stand there.
  fileprivate func takes(_ given: GivenValue) -> Bool {
    switch given {
    case .integer, .real, .boolean: (try? value(given, [:])) != nil
    case .table, .array, .string, .time, .null: false
    }
  }
}

extension String {
  /// Whether it is the key of a resource's table.
  var isResource: Bool {
    utf8.starts(with: "resources.".utf8) && utf8.count(where: { $0 == UInt8(ascii: ".") }) == 1
  }
}
