public import Observation
public import StatusdScreen

public import struct StatusdPresenter.MapItem

/// The fleet: a map, a switch for polling, and a button that fetches once.
@MainActor @Observable
public final class FleetModel {
  /// The item under the pointer, or the one that was touched.
  public var selection: MapItem.ID?
  private let live: LiveScreen

  /// Shows the part `state` of `live`.
  public init(_ live: LiveScreen) {
    self.live = live
  }

  /// What is drawn around the map: spinner, age, failure.
  public var screen: ResourceScreen? { live.screen["state"] }

  /// What stands on the map.
  public var items: [MapItem] {
    guard case .fleet(let items) = screen?.content else { return [] }
    return items
  }

  /// The selected item and those that it is joined with, to be drawn in front of the others.
  public var highlighted: Set<MapItem.ID> {
    guard let item = items.first(where: { $0.id == selection }) else { return [] }
    let joined = [
      (MapItem.Kind.courier, item.courierId), (.package, item.packageId), (.vehicle, item.vehicleId),
    ]
    return Set([item.id] + joined.compactMap { kind, id in id.map { MapItem.ID(kind: kind, id: $0) } })
  }

  /// The switch.
  ///
  /// It moves at once; the daemon corrects it.
  public var isPolling: Bool {
    get { screen?.polling?.isOn ?? false }
    set { if newValue != isPolling { live.press(.polling(of: "state")) } }
  }

  /// Such as "in 8 s".
  public var nextPoll: String? { screen?.polling?.next }

  /// Fetches once.
  public func refresh() {
    live.press(.refresh(of: "state"))
  }

  /// Gives up what `refresh` waits for.
  public func stop() {
    live.press(.stop(of: "state"))
  }
}
