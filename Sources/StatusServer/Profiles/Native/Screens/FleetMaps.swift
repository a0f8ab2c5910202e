import Jansson
import Presenter
import Reactor
import StatusCore

/// The map of a fleet: the content of a part of shape `fleet`, encoded.
@LoopActor
final class FleetMap {
  let value: ResourceValue
  let content: JSONText

  fileprivate init(_ value: ResourceValue) {
    self.value = value
    let items = Fleet(value).map { FleetJoins($0).items } ?? []
    content = JSONText { $0.map(items) }
  }
}

/// The maps of the fleets that are on screens: one is made for each value, and all screens share it.
///
/// A map lasts as long as a screen shows it.
@LoopActor
final class FleetMaps {
  private var maps: [ResourceID: Reference] = [:]

  private struct Reference {
    weak var map: FleetMap?
  }

  /// The map of the present value of a resource.
  func map(of value: ResourceValue, in resource: ResourceID) -> FleetMap {
    if let map = maps[resource]?.map, map.value == value { return map }
    let map = FleetMap(value)
    maps = maps.filter { $0.value.map != nil }
    maps[resource] = Reference(map: map)
    return map
  }
}
