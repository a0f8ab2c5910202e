import StatusCore

extension ScreenMachine {
  /// A person pressed a button.
  package mutating func press(_ button: Button, seeing sight: Sight) -> Action {
    notice = nil
    return switch button {
    case .refresh(let name): part(name).map { refreshing.contains($0) ? .ignore : .refresh($0) } ?? .ignore
    case .stop(let name): part(name).map { refreshing.contains($0) ? .stop($0) : .ignore } ?? .ignore
    case .polling(let name, let isOn): switchPolling(name, isOn, sight)
    case .option(let id, let name): choose(name, of: id, sight)
    case .dismiss(let id): dismiss(id, sight)
    case .startLocation: switchLocation(true)
    case .stopLocation: switchLocation(false)
    case .closeHelp: closeHelp()
    }
  }

  private func part(_ name: String) -> ResourceID? { parts.first { $0.name == name }?.resource }

  private func switchPolling(_ name: String, _ isOn: Bool?, _ sight: Sight) -> Action {
    guard let id = part(name), let shown = sight.resources[id]?.polling.isEnabled else { return .ignore }
    return isOn == shown ? .none : .setPolling(id, !shown)
  }

  private mutating func choose(_ name: String, of id: FailureID, _ sight: Sight) -> Action {
    guard let failure = openFailure(id, sight),
      let option = failure.options.first(where: { $0.id.rawValue == name }),
      option.id == .cancel || sight.running[id] == nil
    else { return .ignore }
    if option.id != .cancel { chosen.insert(id) }
    if option.performedBy == .server { return .choose(id, option.id) }
    guard option.id == .showHelp else { return .perform(id, option) }
    help = failure.helpAnchor
    return .none
  }

  /// What a toolkit sends whenever an alert closes, after the press of one of its buttons too.
  private func dismiss(_ id: FailureID, _ sight: Sight) -> Action {
    guard openFailure(id, sight) != nil, !chosen.contains(id), sight.running[id] == nil else {
      return .ignore
    }
    return .choose(id, .cancel)
  }

  private mutating func switchLocation(_ isOn: Bool) -> Action {
    guard showsLocation else { return .ignore }
    guard isLocationOn != isOn else { return .none }
    isLocationOn = isOn
    return isOn ? .startLocation : .stopLocation
  }

  private mutating func closeHelp() -> Action {
    guard help != nil else { return .ignore }
    help = nil
    return .none
  }
}
