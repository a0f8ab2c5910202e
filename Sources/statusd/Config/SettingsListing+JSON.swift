import Jansson
import Settings
import Text

extension JSONWriter {
  /// Writes what `config --json` prints.
  mutating func settings(_ listing: SettingsListing) {
    object { json in
      json.member("settings") { $0.array(of: listing.entries) { $0.setting($1) } }
    }
  }

  private mutating func setting(_ entry: SettingsListing.Entry) {
    object { json in
      json.member("key", (entry.table + entry.path).joined(separator: "."))
      json.member("value") { $0.shown(entry.value) }
      json.member("origin", "\(entry.origin)".visible)
    }
  }

  private mutating func shown(_ value: ShownValue) {
    switch value {
    case .integer(let number): integer(number)
    case .number(let value): number(value)
    case .boolean(let isTrue): boolean(isTrue)
    case .string(let text): string(text)
    case .strings(let texts): array(of: texts) { $0.string($1) }
    }
  }
}
