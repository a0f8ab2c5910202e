import Engine
import Jansson
import Reactor
import StatusCore

/// The map of a fleet: the content of a part of shape `fleet`, encoded.
@LoopActor
final class FleetMap {
  let value: ResourceValue
  let content: JSONText

  init(_ value: ResourceValue, _ content: JSONText) {
    self.value = value
    self.content = content
  }
}

/// The maps of the fleets that are on screens: one is made for each value, and all screens share it.
///
/// A map lasts as long as a screen shows it. That of a large fleet is made in parts (``FleetMapping``), before the value
/// is shown or the screen opened, and waits here for the first screen that looks.
@LoopActor
final class FleetMaps {
  private var entries: [ResourceID: Entry] = [:]

  private struct Entry {
    /// What screens show.
    weak var shown: FleetMap?
    /// What a screen that is about to be opened will show.
    weak var ready: FleetMap?
    /// What the open screens will show.
    var next: FleetMap?
  }

  /// The map of the present value of a resource, which is made now if nobody has made it.
  func map(of value: ResourceValue, in resource: ResourceID) -> FleetMap {
    let map = known(value, in: resource) ?? made(of: value)
    sweep()
    entries[resource] = Entry(shown: map)
    return map
  }

  private func known(_ value: ResourceValue, in resource: ResourceID) -> FleetMap? {
    guard let entry = entries[resource] else { return nil }
    return [entry.shown, entry.next, entry.ready].compactMap(\.self).first { $0.value == value }
  }

  private func made(of value: ResourceValue) -> FleetMap {
    var made: FleetMap?
    let mapping = FleetMapping(value) { made = $0 }
    while !mapping.proceed() {}
    return made ?? FleetMap(value, .null)
  }

  /// The work that makes the map of a present value, and keeps it; nil if there is one, or if it is made at once.
  func mapping(of value: ResourceValue, in resource: ResourceID) -> FleetMapping? {
    guard isWork(value, in: resource) else { return nil }
    return FleetMapping(value) { [weak self] in self?.entries[resource, default: Entry()].ready = $0 }
  }

  /// The work that makes the map of a value which will be shown; nil also if no screen shows the resource as a map.
  func mapping(ofNew value: ResourceValue, in resource: ResourceID) -> FleetMapping? {
    guard entries[resource]?.shown != nil, isWork(value, in: resource) else { return nil }
    return FleetMapping(value) { [weak self] in self?.entries[resource]?.next = $0 }
  }

  private func isWork(_ value: ResourceValue, in resource: ResourceID) -> Bool {
    !FleetMapping.isSmall(value) && known(value, in: resource) == nil
  }

  /// Forgets the maps that no screen shows.
  func sweep() {
    entries = entries.filter { $0.value.shown != nil || $0.value.ready != nil }
  }
}
