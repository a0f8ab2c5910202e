internal import StatusdClient
internal import TestSupport

/// A screen as it is whenever it has changed.
final class ScreenStream: KitStream {
  private let screen: Screen
  private var hasChanged = false
  private var isClosed = false
  private var reader: CheckedContinuation<Void, Never>?

  init(_ screen: Screen) {
    self.screen = screen
    screen.onChange = { [weak self] in
      self?.hasChanged = true
      self?.wake()
    }
  }

  func next() async -> [String: JSONValue] {
    while !hasChanged && !isClosed { await withCheckedContinuation { reader = $0 } }
    guard !isClosed else { return ["over": true] }
    hasChanged = false
    return whole
  }

  func close() async {
    end()
    await screen.close()
  }

  /// Nothing follows.
  func end() {
    isClosed = true
    wake()
  }

  func press(_ params: JSONValue) async throws -> JSONValue {
    guard let press = Press(command: params) else { throw Mistake() }
    return try JSONValue(encoding: await screen.press(press).value)
  }

  private func wake() {
    reader?.resume()
    reader = nil
  }

  // MARK: As the daemon would send it

  var whole: [String: JSONValue] {
    [
      "screen": [
        "parts": .object(screen.parts.mapValues(\.whole)), "location": screen.location?.whole ?? .null,
        "alert": screen.alert?.whole ?? .null, "notice": screen.notice.map(JSONValue.string) ?? .null,
        "help": (try? screen.help.map { try JSONValue(encoding: $0) }) ?? .null,
      ]
    ]
  }
}

extension ScreenPart {
  fileprivate var whole: JSONValue {
    var part = filled(self, ["attempt", "content", "age"])
    part["failure"] = failure?.whole ?? .null
    part["polling"] = polling.map { .object(filled($0, ["next"])) } ?? .null
    return .object(part)
  }
}

extension ScreenPlace {
  fileprivate var whole: JSONValue {
    var place = filled(self, ["coordinate", "age"])
    place["failure"] = failure?.whole ?? .null
    return .object(place)
  }
}

extension ScreenBox {
  fileprivate var whole: JSONValue { .object(filled(self, ["resource", "arguments", "countdown"])) }
}

/// The members of an object; those of `nulls` that it does not have are null.
private func filled(_ value: some Encodable, _ nulls: [String]) -> [String: JSONValue] {
  let members = (try? JSONValue(encoding: value))?.members ?? [:]
  return members.merging(nulls.map { ($0, .null) }) { own, _ in own }
}

// MARK: What commands have

extension Screen {
  convenience init(over transport: any ScreenTransport, command: JSONValue) async throws {
    let parts = command["parts"]?.members.mapValues { form in
      let arguments = form["arguments"]?.members.compactMapValues(\.string)
      return Part(
        form["resource"]?.string.map { ResourceID($0, arguments) },
        shape: (form["shape"]?.string).map { ScreenShape(rawValue: $0) })
    }
    try await self.init(
      over: transport, parts: parts, location: command["location"] == true,
      words: (command["words"]?.string).flatMap { Words(rawValue: $0) } ?? .seconds,
      fetch: (command["fetch"]?.string).flatMap { Fetch(rawValue: $0) } ?? .none)
  }
}

extension Press {
  fileprivate init?(command: JSONValue) {
    let part = command["part"]?.string ?? ""
    let failure = command["failureId"]?.string ?? ""
    switch command["button"]?.string {
    case "refresh": self = .refresh(part)
    case "stop": self = .stop(part)
    case "polling":
      guard case .bool(let on) = command["on"] else {
        self = .polling(part)
        return
      }
      self = .polling(part, on: on)
    case "option": self = .option(RecoveryOptionID(rawValue: command["optionId"]?.string ?? ""), of: failure)
    case "dismiss": self = .dismiss(failure)
    case "startLocation": self = .startLocation
    case "stopLocation": self = .stopLocation
    case "closeHelp": self = .closeHelp
    default: return nil
    }
  }
}
