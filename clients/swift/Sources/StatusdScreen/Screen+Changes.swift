internal import StatusdTypes

extension Screen {
  func show(_ screen: ScreenData) {
    parts = screen.parts
    location = screen.location
    alert = screen.alert
    notice = screen.notice
    help = screen.help
  }

  /// Assigns what has changed, one level down.
  func apply(_ changes: ScreenChanges) {
    for (name, changed) in changes.parts ?? [:] {
      if parts[name] == nil { parts[name] = ScreenPart(changed) } else { parts[name]?.take(changed) }
    }
    if let changed = changes.location { location = changed }
    if let changed = changes.alert { alert = changed }
    if let changed = changes.notice { notice = changed }
    if let changed = changes.help { help = changed }
  }

  /// The daemon has ended: values are old, and nothing can be pressed.
  func markOld() {
    parts = parts.mapValues(\.old)
    location = location?.old
    alert = nil
    notice = nil
    help = nil
  }

  /// Presses what makes polling and the location as they were in the daemon before.
  func switchBack(to before: [String: ScreenPart], isFollowing: Bool) {
    for (name, part) in parts.sorted(by: { $0.key < $1.key }) {
      guard let was = before[name]?.polling?.on, let polling = part.polling, polling.on != was else {
        continue
      }
      press(.polling(name, on: was))
    }
    if isFollowing, location?.on == false { press(.startLocation) }
  }
}

extension ScreenPart {
  fileprivate var old: ScreenPart {
    var part = self
    part.phase = content == nil ? .blank : .stale
    part.spinner = false
    part.attempt = nil
    part.failure = nil
    part.refresh.enabled = false
    part.stop.enabled = false
    part.polling?.enabled = false
    part.polling?.next = nil
    return part
  }
}

extension ScreenPlace {
  fileprivate var old: ScreenPlace {
    var place = self
    place.phase = coordinate == nil ? .blank : .stale
    place.failure = nil
    return place
  }
}
