import Presenter
import Reactor
import StatusCore

/// What the person has chosen to look at: a state machine that takes keys and returns what they ask for.
struct TopState: Equatable {
  enum Mode: Equatable {
    case table
    /// The filter is being typed.
    case filter
    /// A name with arguments is being typed.
    case opening(String)
    /// The keys are explained.
    case keys
  }

  enum Action: Equatable {
    case none
    case press(Button)
    /// Opens an instance: the words of the command line.
    case open(String)
    case quit
  }

  private(set) var mode = Mode.table
  private(set) var filter = ""
  /// nil while there are no rows.
  private(set) var selection: TopSubject?
  /// The first row that is shown.
  private(set) var firstRow = 0
  /// The first line of the value, or of a help page, that is shown.
  private(set) var scroll = 0
  /// What became of the last key, where the screen does not say so.
  var message: String?

  init() {}

  /// Selects a row by itself: one that was opened.
  mutating func select(_ subject: TopSubject) {
    if selection != subject { scroll = 0 }
    selection = subject
  }

  /// Holds the selection to the rows that there are, and has it in sight.
  mutating func settle(_ rows: [TopRow], rows room: Int) {
    if !rows.contains(where: { $0.subject == selection }) {
      selection = rows.first?.subject
      scroll = 0
    }
    let index = rows.firstIndex { $0.subject == selection } ?? 0
    firstRow = max(0, min(firstRow, index, rows.count - room))
    if index >= firstRow + room { firstRow = index - room + 1 }
  }
}

// MARK: Keys

extension TopState {
  mutating func take(_ key: TopKey, _ picture: TopPicture, _ layout: TopLayout) -> Action {
    message = nil
    switch mode {
    case .filter: return typeFilter(key)
    case .opening(let text): return typeName(key, text)
    case .keys:
      mode = .table
      return .none
    case .table: return takeCommand(key, picture, layout)
    }
  }

  private mutating func takeCommand(_ key: TopKey, _ picture: TopPicture, _ layout: TopLayout) -> Action {
    let rows = picture.rows(matching: filter)
    switch key {
    case .up, .character("k"): move(by: -1, rows)
    case .down, .character("j"): move(by: 1, rows)
    case .wheelUp(let line): turn(by: -1, line, rows, layout)
    case .wheelDown(let line): turn(by: 1, line, rows, layout)
    case .home: move(by: -rows.count, rows)
    case .end: move(by: rows.count, rows)
    case .pageUp: scroll = max(0, scroll - max(1, layout.details / 2))
    case .pageDown: scroll += max(1, layout.details / 2)
    case .click(let line): click(line, rows, layout)
    case .escape: return leave(picture)
    case .character(let letter): return take(letter, picture)
    case .enter, .backspace, .other: break
    }
    return .none
  }

  private mutating func take(_ letter: Unicode.Scalar, _ picture: TopPicture) -> Action {
    let name = picture.part(of: selection)?.named.name
    switch letter {
    case "q": return .quit
    case "r": return name.map { .press(.refresh($0)) } ?? .none
    case "s": return name.map { .press(.stop($0)) } ?? .none
    case "p": return name.map { .press(.polling($0, on: nil)) } ?? .none
    case "l": return .press(picture.screen.place?.isOn == true ? .stopLocation : .startLocation)
    case "0"..."9": return choose(Int(letter.value) - 0x30, picture)
    case "/": mode = .filter
    case "a", ":": mode = .opening(beginning(picture))
    case "?", "h": mode = .keys
    default: break
    }
    return .none
  }

  /// Presses the option with that number; 0 is `cancel`, the first of all.
  private mutating func choose(_ number: Int, _ picture: TopPicture) -> Action {
    guard let box = picture.box(of: selection), number < box.failure.options.count else { return .none }
    let option = box.failure.options[number]
    if option.id == .showHelp { scroll = 0 }
    return .press(.option(box.failure.id, option.id.rawValue))
  }

  private mutating func leave(_ picture: TopPicture) -> Action {
    if picture.screen.help != nil {
      scroll = 0
      return .press(.closeHelp)
    }
    if let alert = picture.screen.alert { return .press(.dismiss(alert.failure.id)) }
    filter = ""
    return .none
  }
}

// MARK: Moving

extension TopState {
  private mutating func move(by count: Int, _ rows: [TopRow]) {
    guard !rows.isEmpty else { return }
    let index = rows.firstIndex { $0.subject == selection } ?? 0
    select(rows[max(0, min(rows.count - 1, index + count))].subject)
  }

  /// The wheel moves the selection above, and the value below.
  private mutating func turn(by count: Int, _ line: Int, _ rows: [TopRow], _ layout: TopLayout) {
    if line <= layout.rows + 1 { move(by: count, rows) } else { scroll = max(0, scroll + 3 * count) }
  }

  private mutating func click(_ line: Int, _ rows: [TopRow], _ layout: TopLayout) {
    guard let row = layout.row(onLine: line), firstRow + row < rows.count else { return }
    select(rows[firstRow + row].subject)
  }

  /// Holds the scrolled lines to those that there are.
  mutating func holdScroll(lines: Int, room: Int) {
    scroll = max(0, min(scroll, lines - room))
  }
}

// MARK: Typing

extension TopState {
  private mutating func typeFilter(_ key: TopKey) -> Action {
    switch key {
    case .character(let scalar): filter.unicodeScalars.append(scalar)
    case .backspace: if !filter.isEmpty { filter.unicodeScalars.removeLast() }
    case .enter: mode = .table
    case .escape: (mode, filter) = (.table, "")
    default: break
    }
    return .none
  }

  private mutating func typeName(_ key: TopKey, _ text: String) -> Action {
    var text = text
    switch key {
    case .character(let scalar): text.unicodeScalars.append(scalar)
    case .backspace: if !text.isEmpty { text.unicodeScalars.removeLast() }
    case .enter:
      mode = .table
      return text.utf8.allSatisfy { $0 == 0x20 } ? .none : .open(text)
    case .escape:
      mode = .table
      return .none
    default: break
    }
    mode = .opening(text)
    return .none
  }

  /// What stands there before anything is typed: the parameterised resource of the row, and its first parameter.
  private func beginning(_ picture: TopPicture) -> String {
    let name: ResourceName? =
      switch selection {
      case .family(let name): name
      case .resource(let id): id.name
      case .location, nil: nil
      }
    guard let entry = picture.entries.first(where: { $0.name == name }), let parameters = entry.parameters
    else { return "" }
    return entry.name.rawValue + " " + (parameters.first.map { "\($0)=" } ?? "")
  }
}
