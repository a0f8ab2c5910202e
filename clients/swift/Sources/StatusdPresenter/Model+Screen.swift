internal import StatusdTypes

extension Model {
  func screen(at now: Moment) -> Screen {
    Screen(
      isConnected: isConnected, resources: parts.map { screen(of: $0, at: now) },
      location: locationScreen(at: now), alert: alert.map { screen(of: $0, at: now) }, help: help)
  }

  private func screen(of part: Part, at now: Moment) -> ResourceScreen {
    let latest = snapshots[part.resource]
    let present = present(part.resource)
    let failure = inline(part.resource)
    let isSpinning = present?.isFetching == true || isPending(.refresh(part.resource))
    return ResourceScreen(
      name: part.name,
      phase: phase(latest, isOld: present == nil, isLoading: isSpinning, failure),
      isSpinning: isSpinning,
      attempt: present.flatMap { AttemptNumber($0) },
      content: contents[part.name],
      age: Words.age(of: latest?.updatedAt, at: now),
      failure: failure.map { screen(of: $0, at: now) },
      canRefresh: canRefresh(part),
      canStop: !stoppable(part).isEmpty,
      polling: latest.map { pollingSwitch(of: part, $0.autoPolling, at: now) })
  }

  private func phase(_ latest: Snapshot?, isOld: Bool, isLoading: Bool, _ failure: FailureData?) -> Phase {
    if let latest, latest.value != nil { return isOld || latest.isStale ? .stale : .content }
    if isLoading { return .loading }
    return failure == nil ? .blank : .error
  }

  private func pollingSwitch(of part: Part, _ polling: AutoPolling, at now: Moment) -> PollingSwitch {
    let isOn = isPolled(part)
    let isKnown = isConnected && isOn && polling.enabled
    return PollingSwitch(
      isOn: isOn, isEnabled: canSwitch(part), interval: polling.interval,
      next: isKnown ? Words.ahead(polling.nextPollAt, at: now) : nil)
  }

  private func locationScreen(at now: Moment) -> LocationScreen {
    let failure = inline(Self.location)
    let isLive = wantsLocation && session.hasLocation && location?.status == .loaded
    let phase: Phase
    if location?.coordinate != nil {
      phase = isLive ? .content : .stale
    } else if failure != nil {
      // Here a failure comes before loading: the source goes on looking for a place behind it.
      phase = .error
    } else {
      phase = wantsLocation && isConnected ? .loading : .blank
    }
    return LocationScreen(
      phase: phase, isOn: wantsLocation, coordinate: location?.coordinate,
      age: Words.age(of: location?.timestamp, at: now), failure: failure.map { screen(of: $0, at: now) })
  }

  private func screen(of failure: FailureData, at now: Moment) -> FailureScreen {
    let running = running(failure.failureId)
    let buttons = failure.recoveryOptions.map { option in
      OptionButton(
        id: option.id, title: option.title, role: option.role,
        isEnabled: isEnabled(option.id, of: failure.failureId), isRunning: running.contains(option.id))
    }
    return FailureScreen(
      failureId: failure.failureId, resource: failure.resource, arguments: failure.arguments,
      title: failure.title, message: failure.message, countdown: Words.countdown(of: failure, at: now),
      buttons: buttons)
  }
}

extension AttemptNumber {
  fileprivate init?(_ snapshot: Snapshot) {
    guard let number = snapshot.attempt, let of = snapshot.maxAttempts else { return nil }
    self.init(number: number, of: of)
  }
}

extension ResourceScreen.Content {
  /// Of a value that has another shape than the part, the value as it is.
  init(_ value: JSONValue, _ shape: Part.Shape) {
    switch shape {
    case .fleet:
      self = (try? value.decoded(as: FleetValue.self)).map { .fleet(FleetJoins($0).items) } ?? .any(value)
    case .menu: self = (try? value.decoded(as: MenuValue.self)).map { .menu($0.sections) } ?? .any(value)
    case .any: self = .any(value)
    }
  }
}
