import Jansson
import Presenter
import StatusCore

extension JSONWriter {
  /// Writes the content of a part of shape `fleet`.
  mutating func map(_ items: [MapItem]) {
    object { $0.member("items") { $0.array(of: items) { $0.mapItem($1) } } }
  }

  private mutating func mapItem(_ item: MapItem) {
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

extension Fleet {
  /// The fleet of a value of this shape, which was checked when it came; nil for another shape.
  init?(_ value: ResourceValue) {
    guard let json = try? JSONValue.parse(value.text.span),
      let central = json["central"].flatMap(Coordinate.init)
    else { return nil }
    self.init(
      central: central, couriers: json.all("couriers", Courier.init),
      packages: json.all("packages", Parcel.init),
      vehicles: json.all("vehicles", Vehicle.init))
  }
}

extension JSONValue {
  fileprivate func all<Element>(_ name: String, _ read: (JSONValue) -> Element?) -> [Element] {
    self[name]?.elements.compactMap(read) ?? []
  }

  fileprivate func text(_ name: String) -> String? { self[name]?.string }

  fileprivate func place(_ name: String) -> Coordinate? { self[name].flatMap(Coordinate.init) }
}

extension Coordinate {
  fileprivate init?(_ json: JSONValue) {
    guard let latitude = json["latitude"]?.number, let longitude = json["longitude"]?.number else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude)
  }
}

extension Courier {
  fileprivate init?(_ json: JSONValue) {
    guard let id = json.text("id"), let name = json.text("name"), let location = json.place("location") else {
      return nil
    }
    self.init(
      id: id, name: name, location: location, packageID: json.text("packageId"),
      vehicleID: json.text("vehicleId"))
  }
}

extension Parcel {
  fileprivate init?(_ json: JSONValue) {
    guard let id = json.text("id"), let destination = json.place("destination"),
      let isDelivered = json["delivered"]?.boolean, let location = json.place("location")
    else { return nil }
    self.init(
      id: id, destination: destination, courierID: json.text("courierId"), isDelivered: isDelivered,
      location: location)
  }
}

extension Vehicle {
  fileprivate init?(_ json: JSONValue) {
    guard let id = json.text("id"), let name = json.text("name"), let location = json.place("location") else {
      return nil
    }
    self.init(id: id, courierID: json.text("courierId"), location: location, name: name)
  }
}
