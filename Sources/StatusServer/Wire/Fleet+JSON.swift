import Jansson
import StatusCore

extension JSONWriter {
  /// A value of shape `fleet`; coordinates in degrees, WGS 84.
  mutating func fleet(_ fleet: Fleet) {
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
