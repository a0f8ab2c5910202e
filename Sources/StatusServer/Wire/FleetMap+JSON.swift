import Jansson
import Presenter
import StatusCore

extension JSONWriter {
  /// Writes an item of the content of a part of shape `fleet`.
  mutating func mapItem(_ item: MapItem) {
    object { json in
      json.member("kind", item.kind.name)
      json.member("id", item.id)
      json.member("title", item.title)
      json.member("label", item.label)
      json.member("location") { $0.coordinate(item.location) }
      json.joins(item.kind)
    }
  }

  private mutating func joins(_ kind: MapItem.Kind) {
    switch kind {
    case .central: break
    case .courier(let package, let vehicle):
      member("packageId") { $0.stringOrNull(package) }
      member("vehicleId") { $0.stringOrNull(vehicle) }
    case .parcel(let destination, let isDelivered, let courier, let vehicle):
      member("destination") { $0.coordinate(destination) }
      member("delivered", isDelivered)
      member("courierId") { $0.stringOrNull(courier) }
      member("vehicleId") { $0.stringOrNull(vehicle) }
    case .vehicle(let courier, let package):
      member("courierId") { $0.stringOrNull(courier) }
      member("packageId") { $0.stringOrNull(package) }
    }
  }

  private mutating func coordinate(_ coordinate: Coordinate) {
    object { json in
      json.member("latitude", coordinate.latitude)
      json.member("longitude", coordinate.longitude)
    }
  }

  /// Writes what is always there on a screen: null says that there is none.
  mutating func stringOrNull(_ value: String?) {
    if let value { string(value) } else { null() }
  }
}

extension MapItem.Kind {
  fileprivate var name: String {
    switch self {
    case .central: "central"
    case .courier: "courier"
    case .parcel: "package"
    case .vehicle: "vehicle"
    }
  }
}
