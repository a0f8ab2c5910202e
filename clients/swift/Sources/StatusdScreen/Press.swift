public import StatusdTypes

/// A button of a screen, and what it takes.
public enum Press: Hashable, Sendable {
  /// Fetches a part.
  case refresh(String)
  /// Ends what this screen refreshes of a part.
  case stop(String)
  /// Switches the polling of a part; without `on`, to the other of what is shown.
  case polling(String, on: Bool? = nil)
  /// Performs an option of a failure.
  case option(RecoveryOptionID, of: String)
  /// Closes an alert: cancels its failure, unless one of its options was chosen.
  case dismiss(String)
  case startLocation
  case stopLocation
  case closeHelp
}

extension Press {
  /// An option of a failure that is shown.
  public static func option(_ button: ScreenButton, of box: ScreenBox) -> Press {
    .option(button.id, of: box.failureId)
  }

  /// What `press` takes.
  func params(of screen: String) -> [String: JSONValue] {
    var params: [String: JSONValue] = ["screenId": .string(screen)]
    switch self {
    case .refresh(let part): params.merge(["button": "refresh", "part": .string(part)]) { $1 }
    case .stop(let part): params.merge(["button": "stop", "part": .string(part)]) { $1 }
    case .polling(let part, let on):
      params.merge(["button": "polling", "part": .string(part)]) { $1 }
      params["on"] = on.map(JSONValue.bool)
    case .option(let option, let failure):
      params.merge(["button": "option", "failureId": .string(failure), "optionId": .string(option.rawValue)])
      { $1 }
    case .dismiss(let failure): params.merge(["button": "dismiss", "failureId": .string(failure)]) { $1 }
    case .startLocation: params["button"] = "startLocation"
    case .stopLocation: params["button"] = "stopLocation"
    case .closeHelp: params["button"] = "closeHelp"
    }
    return params
  }
}
