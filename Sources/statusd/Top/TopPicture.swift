import Engine
import Presenter
import Providers
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
  let showsLocation: Bool
  var parts: [ScreenPart] = []
  var screen = Screen()
  /// The values in a few words.
  var summaries: [ResourceID: String] = [:]
  /// The past fetches of the resource that is selected, newest first.
  var history: [FetchSample] = []
  /// The value of the resource that is selected, in lines.
  var value: [String] = []
  /// The values that were last made into words, and the resource and the value that were made into lines.
  private var summarised: [ResourceID: ResourceValue] = [:]
  private var spread: Spread?

  private struct Spread: Equatable {
    let resource: ResourceID
    var value: ResourceValue?
  }

  /// More of the past is not asked for.
  static let longestHistory = 100

  init(entries: [Entry], showsLocation: Bool = true) {
    (self.entries, self.showsLocation) = (entries, showsLocation)
  }

  /// A picture of what is configured, of which nothing is known yet.
  ///
  /// - Parameter subjects: What is shown; none for everything.
  init(of subjects: [NamedSubject], in configuration: Configuration) {
    let names = Set(subjects.map(\.name))
    let shown = configuration.resources.filter { names.isEmpty || names.contains($0.name.rawValue) }
    entries = shown.map { resource in
      guard case .template(let template) = resource.source else { return Entry(name: resource.name) }
      return Entry(name: resource.name, parameters: template.parameters)
    }
    showsLocation = names.isEmpty || subjects.contains(where: \.isLocation)
  }
}

extension TopPicture {
  /// Takes in the present screen.
  mutating func take(_ screen: Screen) {
    self.screen = screen
    for (named, part) in zip(parts, screen.parts) where part.value != summarised[named.resource] {
      summarised[named.resource] = part.value
      summaries[named.resource] = part.value.map { ValueSummary(of: $0, named.shape).description }
    }
  }

  /// Has the value of that row in lines; its past comes later.
  mutating func spread(_ subject: TopSubject?) {
    guard let (named, part) = part(of: subject) else {
      (value, history, spread) = ([], [], nil)
      return
    }
    let shown = Spread(resource: named.resource, value: part.value)
    guard spread != shown else { return }
    if spread?.resource != named.resource { history = [] }
    spread = shown
    value = part.value.map { TopValue.lines(of: $0, named.shape) } ?? []
  }

  /// Takes in the past of a resource, which is of no use if another one is selected by now.
  mutating func take(_ samples: [FetchSample], of id: ResourceID) {
    if spread?.resource == id { history = samples }
  }

  /// Whether the location has its first place or failure, if it is followed.
  var isLocated: Bool { screen.place.map { !$0.isOn || $0.phase != .loading } ?? true }
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
