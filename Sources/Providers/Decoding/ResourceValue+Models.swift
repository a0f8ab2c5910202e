import Jansson
package import StatusCore

extension ResourceValue {
  /// The value of a fleet that was made here; those of sources are read by ``FleetForm``.
  package static func fleet(_ fleet: Fleet) -> ResourceValue {
    ResourceValue { $0.fleet(fleet) }
  }

  /// The value of a menu that was made here; those of sources are read by ``MenuForm``.
  package static func menu(_ menu: Menu) -> ResourceValue {
    ResourceValue { $0.menu(menu) }
  }

  private init(_ write: (inout JSONWriter) -> Void) {
    self.init(normalised: JSONText(write).bytes)
  }
}

// MARK: Fleet

extension JSONWriter {
  /// Writes a value of shape `fleet`; coordinates are in degrees, WGS 84.
  fileprivate mutating func fleet(_ fleet: Fleet) {
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
  fileprivate mutating func menu(_ menu: Menu) {
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
