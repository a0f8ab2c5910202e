import JSONRPC
import Jansson
import Presenter
import Reactor
import StatusCore

/// `press`: a person pressed a button of a screen; what follows shows on the screen.
struct Press: Method {
  unowned let profile: NativeProfile

  let signature = MethodSignature(
    "press",
    [
      .required("screenId", .string), .required("button", .string), .optional("part", .string),
      .optional("on", .boolean), .optional("failureId", .string), .optional("optionId", .string),
    ])

  var needsConfiguration: Bool { false }

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    let id = arguments.string("screenId") ?? ""
    guard let screen = profile.screens[id] else {
      throw .unknownScreen(id, path: arguments.path(of: "screenId"))
    }
    let result = screen.press(try arguments.button(of: screen.machine.parts))
    return .result(JSONText { $0.press(result) })
  }
}

extension Arguments {
  /// What each button takes; all of it is required but `on`.
  private static let buttons: [(name: String, takes: [String])] = [
    ("refresh", ["part"]), ("stop", ["part"]), ("polling", ["part", "on"]),
    ("option", ["failureId", "optionId"]), ("dismiss", ["failureId"]), ("startLocation", []),
    ("stopLocation", []), ("closeHelp", []),
  ]

  /// The button that was pressed.
  ///
  /// - Throws: `invalidParams` for a button and a part that the screen does not have, and for params that are not the
  ///   button's.
  @LoopActor
  fileprivate func button(of parts: [ScreenPart]) throws(Problem) -> Button {
    let name = string("button") ?? ""
    guard let takes = Self.buttons.first(where: { $0.name == name })?.takes else {
      throw .unknownName(name, of: .button, known: Self.buttons.map(\.name), path: path(of: "button"))
    }
    for param in ["part", "on", "failureId", "optionId"] {
      let isGiven = text(param) != nil
      if isGiven, !takes.contains(param) {
        throw .notTaken(words(of: param), by: name, path: path(of: param))
      }
      if !isGiven, takes.contains(param), param != "on" {
        throw .missing(words(of: param), path: path(of: param))
      }
    }
    return try button(name, of: parts)
  }

  @LoopActor
  private func button(_ name: String, of parts: [ScreenPart]) throws(Problem) -> Button {
    let failure = FailureID(rawValue: string("failureId") ?? "")
    return switch name {
    case "refresh": .refresh(try part(of: parts))
    case "stop": .stop(try part(of: parts))
    case "polling": .polling(try part(of: parts), on: boolean("on"))
    case "option": .option(failure, string("optionId") ?? "")
    case "dismiss": .dismiss(failure)
    case "startLocation": .startLocation
    case "stopLocation": .stopLocation
    default: .closeHelp
    }
  }

  private func part(of parts: [ScreenPart]) throws(Problem) -> String {
    let name = string("part") ?? ""
    guard parts.contains(where: { $0.name == name }) else {
      throw .unknownName(name, of: .part, known: parts.map(\.name), path: path(of: "part"))
    }
    return name
  }
}

extension Problem {
  fileprivate static func notTaken(_ param: String, by button: String, path: String) -> Problem {
    .unfitParam(.unfit(param: param, .notTaken(byButton: button)), "unknown", path: path)
  }

  fileprivate static func missing(_ param: String, path: String) -> Problem {
    .unfitParam(.unfit(param: param, .missing), "missing", path: path)
  }
}

extension JSONWriter {
  fileprivate mutating func press(_ result: PressResult) {
    object { json in
      switch result {
      case .ignored: json.member("pressed", false)
      case .pressed: json.member("pressed", true)
      case .performs(let failure, let option):
        json.member("pressed", true)
        json.member("performs") { json in
          json.object { json in
            json.member("failureId", failure.rawValue)
            json.member("option") { $0.recoveryOption(option) }
          }
        }
      }
    }
  }
}
