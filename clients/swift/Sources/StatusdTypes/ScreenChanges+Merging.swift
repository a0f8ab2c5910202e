extension ScreenPart {
  /// Assigns what has changed, member by member: none of them is looked into.
  package mutating func take(_ changes: ScreenPartChanges) {
    resource = changes.resource ?? resource
    arguments = changes.arguments ?? arguments
    shape = changes.shape ?? shape
    phase = changes.phase ?? phase
    spinner = changes.spinner ?? spinner
    attempt = changes.attempt ?? attempt
    content = changes.content ?? content
    age = changes.age ?? age
    failure = changes.failure ?? failure
    refresh = changes.refresh ?? refresh
    stop = changes.stop ?? stop
    polling = changes.polling ?? polling
  }

  /// A part that was not on the screen before; nil if the change does not have all of its members.
  package init?(_ changes: ScreenPartChanges) {
    guard let resource = changes.resource, let shape = changes.shape, let phase = changes.phase,
      let spinner = changes.spinner, let refresh = changes.refresh, let stop = changes.stop
    else { return nil }
    self.init(
      resource: resource, arguments: changes.arguments, shape: shape, phase: phase, spinner: spinner,
      refresh: refresh, stop: stop)
    take(changes)
  }
}

extension ScreenChanges {
  /// Both differences as one: this one, and then `newer`.
  package func followed(by newer: ScreenChanges) -> ScreenChanges {
    let merged = (parts ?? [:]).merging(newer.parts ?? [:]) { $0.followed(by: $1) }
    return ScreenChanges(
      parts: merged.isEmpty ? nil : merged, location: newer.location ?? location,
      alert: newer.alert ?? alert, notice: newer.notice ?? notice, help: newer.help ?? help)
  }
}

extension ScreenPartChanges {
  fileprivate func followed(by newer: ScreenPartChanges) -> ScreenPartChanges {
    ScreenPartChanges(
      resource: newer.resource ?? resource, arguments: newer.arguments ?? arguments,
      shape: newer.shape ?? shape, phase: newer.phase ?? phase, spinner: newer.spinner ?? spinner,
      attempt: newer.attempt ?? attempt,
      content: newer.content ?? content, age: newer.age ?? age, failure: newer.failure ?? failure,
      refresh: newer.refresh ?? refresh, stop: newer.stop ?? stop, polling: newer.polling ?? polling)
  }
}

extension KeyedDecodingContainer {
  /// Tells null from absence: in a difference, null is a new value, and what is absent is as before.
  ///
  /// What the compiler writes for Codable calls this one for members that are optional twice.
  func decodeIfPresent<Value: Decodable>(_ type: Value?.Type, forKey key: Key) throws -> Value?? {
    contains(key) ? .some(try decode(type, forKey: key)) : nil
  }
}
