public import Observation
public import StatusdScreen

/// A part of a screen, whatever its shape: the map of a fleet, a menu, or any other value.
@MainActor @Observable
public final class PartModel {
  /// Of the part.
  public let name: String
  /// What it is a part of.
  public let screen: Screen
  /// The item of a map under the pointer, or the one that was touched.
  public var selection: MapItem.Key?

  /// Shows the part of this name.
  public init(_ screen: Screen, _ name: String) {
    self.screen = screen
    self.name = name
  }

  /// What is drawn around the value: spinner, age, failure, buttons.
  public var part: ScreenPart? { screen.parts[name] }

  /// What is drawn in the place of the value.
  public var phase: ScreenPhase { part?.phase ?? .blank }

  /// What stands on the map of a fleet.
  public var items: [MapItem] {
    guard case .fleet(let items) = part?.content else { return [] }
    return items
  }

  /// The selected item and those that it is joined with, to be drawn in front of the others.
  public var highlighted: Set<MapItem.Key> {
    guard let item = items.first(where: { $0.key == selection }) else { return [] }
    let joined = [
      (MapItemKind.courier, item.courierId), (.package, item.packageId), (.vehicle, item.vehicleId),
    ]
    return Set([item.key] + joined.compactMap { kind, id in id.map { MapItem.Key(kind, $0) } })
  }

  // MARK: Buttons

  /// The switch of polling.
  public var isPolling: Bool {
    get { part?.polling?.on ?? false }
    set { screen.press(.polling(name, on: newValue)) }
  }

  /// Fetches once.
  public func refresh() {
    screen.press(.refresh(name))
  }

  /// Gives up what `refresh` waits for.
  public func stop() {
    screen.press(.stop(name))
  }
}
