import Presenter
import StatusCore
import StatusServer
import Text

/// What is known of the selected row: the failure with its buttons and the past above, the value below, which scrolls.
struct TopSheet {
  private(set) var title = ""
  private(set) var head: [TopLine] = []
  /// Lines that may be very many, of which a few are drawn.
  private(set) var body: [String] = []

  private let columns: Int

  init(_ picture: TopPicture, _ state: TopState, columns: Int) {
    self.columns = columns
    if state.mode == .keys {
      title = "keys"
      body = Self.keys
    } else if let help = picture.screen.help {
      let section = HelpDocument.section(anchor: help)
      title = "help: \(section?.title ?? help) (Esc closes it)"
      body = wrapped(section?.markdown ?? "")
    } else {
      show(picture, state.selection)
    }
  }

  private mutating func show(_ picture: TopPicture, _ selection: TopSubject?) {
    if let alert = picture.screen.alert { add(alert) }
    switch selection {
    case .resource:
      guard let (named, part) = picture.part(of: selection) else { return }
      title = named.name
      add(Self.facts(of: part))
      if picture.screen.alert == nil, let failure = part.failure { add(failure) }
      if let past = TopHistory(picture.history).line(columns: columns) { head.append(past) }
      body = picture.value
    case .family(let name):
      title = name.rawValue
      let parameters = picture.entries.first { $0.name == name }?.parameters ?? []
      body = ["a opens an instance: \(name) \(parameters.map { "\($0)=…" }.joined(separator: " "))"]
    case .location:
      guard let place = picture.screen.place else { return }
      title = ResourceName.location.rawValue
      add(Self.facts(of: place))
      if picture.screen.alert == nil, let failure = place.failure { add(failure) }
      body = Self.lines(of: place.position)
    case nil: title = "nothing matches the filter"
    }
  }

  private mutating func add(_ facts: [String?]) {
    head += wrapped(facts.compactMap(\.self).joined(separator: ", ")).map { TopLine($0, .faint) }
  }

  // MARK: Failures

  private mutating func add(_ box: Screen.Box) {
    let failure = box.failure
    var line = TopLine(failure.title, .bad)
    if let countdown = box.countdown { line.add("  again in \(countdown) s", .warning) }
    head.append(line)
    let (reason, separator, suggestion) = failure.message
    head += wrapped(reason + separator + suggestion).map { TopLine($0) }
    head += Self.buttons(of: box, columns: columns)
  }

  /// Each option with the digit that presses it: `cancel`, whose digit is 0, comes last.
  private static func buttons(of box: Screen.Box, columns: Int) -> [TopLine] {
    let options = Array(box.failure.options.enumerated())
    var lines = [TopLine()]
    var used = 0
    for (number, option) in options.dropFirst() + options.prefix(1) {
      let isRunning = box.running == option.id
      let text = "\(number) \(option.title.visible)\(isRunning ? " …" : "")  "
      if used > 0, used + text.columns > columns { lines.append(TopLine()) }
      used = lines[lines.count - 1].pieces.isEmpty ? text.columns : used + text.columns
      let style: TopStyle = isRunning ? .busy : box.isEnabled(option.id) ? .heading : .faint
      lines[lines.count - 1].add(text, style)
    }
    return lines
  }

  // MARK: Facts

  private static func facts(of part: Screen.Part) -> [String?] {
    [
      part.phase.rawValue, part.age.map { "fetched \($0)" },
      part.attempt.map { "attempt \($0.number) of \($0.limit)" },
      part.polling.isOn
        ? "polled every \(LocationLine.shortest(part.polling.interval.seconds)) s" : "not polled",
      part.polling.next.map { "next \($0)" },
    ]
  }

  private static func facts(of place: Screen.Place) -> [String?] {
    [
      place.phase.rawValue, place.age.map { "found \($0)" },
      place.isOn ? "followed" : "not followed: l follows it",
    ]
  }

  private static func lines(of position: Position?) -> [String] {
    guard let position else { return [] }
    let coordinate = position.coordinate
    let facts: [(String, Double?, String)] = [
      ("latitude", coordinate.latitude, "°"), ("longitude", coordinate.longitude, "°"),
      ("altitude", position.altitude, "m"), ("accuracy", position.accuracy, "m"),
      ("speed", position.speed, "m/s"), ("heading", position.heading, "°"),
    ]
    return facts.compactMap { name, number, unit in
      number.map { "\(name.padded(toColumns: 10)) \(LocationLine.shortest($0)) \(unit)" }
    }
  }

  private func wrapped(_ text: String) -> [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      WordWrap.lines(String(line).visible, columns: columns).split(
        separator: "\n", omittingEmptySubsequences: false
      ).map { String($0) }
    }
  }

  private static let keys = [
    "↑ ↓ k j        select a row; so does a click",
    "PgUp PgDn      scroll the value; the wheel scrolls what it is over",
    "r              refresh", "s              stop the refresh", "p              polling on or off",
    "1 … 9, 0       press that option of the failure; 0 cancels",
    "l              follow the location, or not",
    "a :            open an instance of a parameterised resource",
    "/              show only the rows with a text in their names; Esc shows all",
    "Esc            close the help or the alert", "? h            these keys", "q              quit",
  ]
}
