import Jansson
import StatusCore

extension JSONWriter {
  /// Writes a resource's value in the form of its shape.
  mutating func resourceValue(_ value: ResourceValue) {
    switch value {
    case .fleet(let fleet): self.fleet(fleet)
    case .menu(let menu): self.menu(menu)
    case .any(let json): text(JSONText(trusting: json.text))
    }
  }
}

// MARK: Fleet

extension JSONWriter {
  /// Writes a value of shape `fleet`; coordinates are in degrees, WGS 84.
  private mutating func fleet(_ fleet: Fleet) {
    object { json in
      json.member("central") { $0.coordinate(fleet.central) }
      json.member("couriers") { $0.array(of: fleet.couriers) { $0.courier($1) } }
      json.member("packages") { $0.array(of: fleet.packages) { $0.parcel($1) } }
      json.member("vehicles") { $0.array(of: fleet.vehicles) { $0.vehicle($1) } }
    }
  }

  private mutating func courier(_ courier: Courier) {
    object { json in
      json.member("id", courier.id)
      json.member("name", courier.name)
      json.member("location") { $0.coordinate(courier.location) }
      json.member("packageId", courier.packageID)
      json.member("vehicleId", courier.vehicleID)
    }
  }

  private mutating func parcel(_ parcel: Parcel) {
    object { json in
      json.member("id", parcel.id)
      json.member("destination") { $0.coordinate(parcel.destination) }
      json.member("courierId", parcel.courierID)
      json.member("delivered", parcel.isDelivered)
      json.member("location") { $0.coordinate(parcel.location) }
    }
  }

  private mutating func vehicle(_ vehicle: Vehicle) {
    object { json in
      json.member("id", vehicle.id)
      json.member("courierId", vehicle.courierID)
      json.member("location") { $0.coordinate(vehicle.location) }
      json.member("name", vehicle.name)
    }
  }

  private mutating func coordinate(_ coordinate: Coordinate) {
    object { json in
      json.member("latitude", coordinate.latitude)
      json.member("longitude", coordinate.longitude)
    }
  }
}

// MARK: Menu

extension JSONWriter {
  /// Writes a value of shape `menu`.
  private mutating func menu(_ menu: Menu) {
    object { json in
      json.member("sections") { $0.array(of: menu.sections) { $0.menuSection($1) } }
    }
  }

  private mutating func menuSection(_ section: MenuSection) {
    object { json in
      json.member("category", section.category)
      json.member("items") { $0.array(of: section.items) { $0.menuItem($1) } }
    }
  }

  private mutating func menuItem(_ item: MenuItem) {
    object { json in
      json.member("name", item.name)
      json.member("category", item.category)
      json.member("spicy", item.isSpicy)
      json.member("price", item.price)
    }
  }
}
