public import StatusdScreen

extension Press {
  /// What a person typed: `refresh menu`, `stop menu`, `poll state`, `start`, `stop`, or the number of a button of the
  /// failure in front.
  public init?(words: String, on screen: Screen) {
    let parts = words.split(separator: " ").map(String.init)
    switch (parts.first, parts.dropFirst().first) {
    case ("refresh", let name?): self = .refresh(of: name)
    case ("stop", let name?): self = .stop(of: name)
    case ("poll", let name?): self = .polling(of: name)
    case ("start", nil): self = .startLocation
    case ("stop", nil): self = .stopLocation
    case ("close", nil): self = .closeHelp
    case (let number?, nil):
      let failures = [screen.alert] + screen.resources.map(\.failure) + [screen.location.failure]
      guard let failure = failures.compactMap({ $0 }).first, let index = Int(number),
        failure.buttons.indices.contains(index - 1)
      else { return nil }
      self = .option(failure.buttons[index - 1].id, failureId: failure.failureId)
    default: return nil
    }
  }
}
