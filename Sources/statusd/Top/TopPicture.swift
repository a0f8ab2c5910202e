import Presenter
import StatusCore

/// Everything that the drawing is made of: the screen, and what stands beside it.
struct TopPicture: Equatable {
  /// A name of the configuration.
  struct Entry: Equatable {
    let name: ResourceName
    /// Of a parameterised resource; nil for another.
    var parameters: [String]?
  }

  /// In the order of the configuration.
  let entries: [Entry]
  var parts: [ScreenPart] = []
  var screen = Screen()
  /// The values in a few words.
  var summaries: [ResourceID: String] = [:]
  /// The past fetches of the resource that is selected, newest first.
  var history: [FetchSample] = []
  /// The value of the resource that is selected, in lines.
  var value: [String] = []

  init(entries: [Entry]) {
    self.entries = entries
  }
}

extension TopPicture {
  /// The rows whose names have the filter in them: resources, below each parameterised one its instances, and the
  /// location.
  func rows(matching filter: String = "") -> [TopRow] {
    let rows = entries.flatMap { entry in
      let parts = zip(self.parts, screen.parts).filter { $0.0.resource.name == entry.name }.map {
        named, part in
        TopRow(.resource(named.resource), named.name, part, value: summaries[named.resource] ?? "")
      }
      return (entry.parameters.map { [TopRow(entry.name, parameters: $0)] } ?? []) + parts
    }
    let all = rows + (screen.place.map { [TopRow($0)] } ?? [])
    return filter.isEmpty ? all : all.filter { $0.name.utf8.contains(filter.utf8) }
  }

  /// The part of a row that has one.
  func part(of subject: TopSubject?) -> (named: ScreenPart, part: Screen.Part)? {
    guard case .resource(let id) = subject, let index = parts.firstIndex(where: { $0.resource == id }),
      index < screen.parts.count
    else { return nil }
    return (parts[index], screen.parts[index])
  }

  /// The failure whose options the digits press: the alert, or that of the row.
  func box(of subject: TopSubject?) -> Screen.Box? {
    if let alert = screen.alert { return alert }
    return subject == .location ? screen.place?.failure : part(of: subject)?.part.failure
  }
}

extension String.UTF8View {
  /// Whether these bytes stand somewhere within, whatever the case of ASCII letters.
  fileprivate func contains(_ other: String.UTF8View) -> Bool {
    let (text, sought) = (map(\.lowercaseOfASCII), other.map(\.lowercaseOfASCII))
    guard sought.count <= text.count else { return false }
    return (0...text.count - sought.count).contains { text[$0...].starts(with: sought) }
  }
}

extension UInt8 {
  fileprivate var lowercaseOfASCII: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
}
