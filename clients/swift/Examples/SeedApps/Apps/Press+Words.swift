public import StatusdScreen

extension Press {
  /// What a person typed: `refresh menu`, `stop menu`, `poll state`, `start`, `stop`, `close`, or the number of a button
  /// of the failure in front.
  ///
  /// Nil for what the screen does not have.
  @MainActor
  public init?(words: String, on screen: Screen) {
    let parts = words.split(separator: " ").map(String.init)
    switch (parts.first, parts.dropFirst().first) {
    case ("refresh", let name?) where screen.parts[name] != nil: self = .refresh(name)
    case ("stop", let name?) where screen.parts[name] != nil: self = .stop(name)
    case ("poll", let name?) where screen.parts[name] != nil: self = .polling(name)
    case ("start", nil) where screen.location != nil: self = .startLocation
    case ("stop", nil) where screen.location != nil: self = .stopLocation
    case ("close", nil) where screen.help != nil: self = .closeHelp
    case (let number?, nil):
      let inline = screen.parts.sorted { $0.key < $1.key }.map(\.value.failure)
      guard let box = ([screen.alert] + inline + [screen.location?.failure]).compactMap({ $0 }).first,
        let index = Int(number), box.buttons.indices.contains(index - 1)
      else { return nil }
      self = .option(box.buttons[index - 1], of: box)
    default: return nil
    }
  }
}

extension SeedModel {
  /// The parameterised resource of `open build branch=main`, with its fields filled in.
  public func family(words: String) -> FamilyModel? {
    let parts = words.split(separator: " ").map(String.init)
    guard parts.count > 1, parts[0] == "open",
      let family = families.first(where: { $0.family.resource == parts[1] })
    else { return nil }
    family.arguments = [:]
    for part in parts.dropFirst(2) {
      let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
      if sides.count == 2 { family.arguments[sides[0]] = sides[1] }
    }
    return family
  }
}
