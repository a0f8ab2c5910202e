import Engine
import Jansson
import Presenter
import Reactor
import StatusCore

/// Makes the map of a fleet, a part in each turn of the loop: its entities are read and joined, then its items written.
@LoopActor
final class FleetMapping: PartedWork {
  /// What is done in one turn, in bytes of the fleet: about 8 ms.
  ///
  /// Bytes and not time, as in `ValueDecoding`.
  private static let workOfPart = 131_072
  /// About what an item costs, in bytes of the fleet.
  private static let workOfItem = 128

  private let value: ResourceValue
  private var entities: FleetEntities?
  private var joins: FleetJoins
  private var json = JSONWriter()
  private var written = 0
  /// The map, once it is made.
  private(set) var map: FleetMap?
  private let completion: @LoopActor (FleetMap) -> Void

  /// Whether a fleet is small enough to be mapped at once.
  static func isSmall(_ value: ResourceValue) -> Bool { value.text.count <= workOfPart / 2 }

  /// - Parameter completion: Called once with the map.
  init(_ value: ResourceValue, _ completion: @escaping @LoopActor (FleetMap) -> Void) {
    self.value = value
    self.completion = completion
    entities = FleetEntities(value)
    joins = FleetJoins(central: entities?.central ?? Coordinate(latitude: 0, longitude: 0))
    json.open(UInt8(ascii: "{"))
    json.memberName("items")
    json.open(UInt8(ascii: "["))
  }

  func proceed() -> Bool {
    var work = Self.workOfPart
    while work > 0 {
      guard let length = read() ?? write() else {
        end()
        return true
      }
      work -= length
    }
    return false
  }

  /// Reads the next entity.
  ///
  /// - Returns: Its length; nil behind the last one.
  private func read() -> Int? {
    guard let start = entities?.index, let entity = entities?.next() else {
      entities = nil
      return nil
    }
    switch entity {
    case .courier(let courier): joins.add(courier)
    case .parcel(let parcel): joins.add(parcel)
    case .vehicle(let vehicle): joins.add(vehicle)
    }
    return entities.map { $0.index - start }
  }

  /// Writes the next item.
  ///
  /// - Returns: What it cost; nil behind the last one.
  private func write() -> Int? {
    guard written < joins.count else { return nil }
    json.mapItem(joins[written])
    written += 1
    return Self.workOfItem
  }

  private func end() {
    json.close(UInt8(ascii: "]"))
    json.close(UInt8(ascii: "}"))
    let map = FleetMap(value, JSONText(trusting: json.bytes))
    json.removeAll()
    self.map = map
    completion(map)
  }
}
