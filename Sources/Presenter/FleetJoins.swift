package import StatusCore

/// The items of a fleet's map: who carries what, in which vehicle.
///
/// Both sides of a join may name the other, and either may leave it out. An item's own id counts first, then that of
/// the first item which names it. An id that leads nowhere joins nothing, and a delivered package is carried by
/// nobody.
package struct FleetJoins: Sendable {
  private let fleet: Fleet
  private let couriers: [String: Courier]
  private let vehicles: [String: Vehicle]
  /// Those that are not delivered.
  private let parcels: [String: Parcel]
  /// The first courier that names a package or a vehicle, by its id.
  private let (carriers, drivers): ([String: Courier], [String: Courier])
  /// The first package, not delivered, and the first vehicle that name a courier, by the courier's id.
  private let (carried, driven): ([String: Parcel], [String: Vehicle])

  package init(_ fleet: Fleet) {
    self.fleet = fleet
    let underWay = fleet.packages.filter { !$0.isDelivered }
    couriers = fleet.couriers.firstByID { $0.id }
    vehicles = fleet.vehicles.firstByID { $0.id }
    parcels = underWay.firstByID { $0.id }
    carriers = fleet.couriers.firstByID { $0.packageID }
    drivers = fleet.couriers.firstByID { $0.vehicleID }
    carried = underWay.firstByID { $0.courierID }
    driven = fleet.vehicles.firstByID { $0.courierID }
  }

  /// The central, the couriers, the packages and the vehicles, in the order of the fleet.
  package var items: [MapItem] {
    let central = MapItem(
      kind: .central, id: "central", title: "Central", label: "Central", location: fleet.central)
    return [central] + fleet.couriers.map(item) + fleet.packages.map(item) + fleet.vehicles.map(item)
  }

  // MARK: Items

  private func item(_ courier: Courier) -> MapItem {
    let (parcel, vehicle) = (parcel(of: courier), vehicle(of: courier))
    return MapItem(
      kind: .courier(packageID: parcel?.id, vehicleID: vehicle?.id), id: courier.id, title: courier.name,
      label: courier.name + words(" carries ", parcel?.id) + words(" in ", vehicle?.name),
      location: courier.location)
  }

  private func item(_ parcel: Parcel) -> MapItem {
    let courier = parcel.isDelivered ? nil : courier(parcel.courierID) ?? carriers[parcel.id]
    let vehicle = courier.flatMap(vehicle)
    let state =
      courier.map { " is carried by \($0.name)" + words(" in ", vehicle?.name) }
      ?? (parcel.isDelivered ? " is delivered" : " waits")
    return MapItem(
      kind: .parcel(
        destination: parcel.destination, isDelivered: parcel.isDelivered, courierID: courier?.id,
        vehicleID: vehicle?.id),
      id: parcel.id, title: parcel.id, label: parcel.id + state, location: parcel.location)
  }

  private func item(_ vehicle: Vehicle) -> MapItem {
    let courier = courier(vehicle.courierID) ?? drivers[vehicle.id]
    let parcel = courier.flatMap(parcel)
    return MapItem(
      kind: .vehicle(courierID: courier?.id, packageID: parcel?.id), id: vehicle.id, title: vehicle.name,
      label: vehicle.name + words(" is driven by ", courier?.name) + words(" with ", parcel?.id),
      location: vehicle.location)
  }

  // MARK: Joins

  private func courier(_ id: String?) -> Courier? { id.flatMap { couriers[$0] } }

  private func parcel(of courier: Courier) -> Parcel? {
    courier.packageID.flatMap { parcels[$0] } ?? carried[courier.id]
  }

  private func vehicle(of courier: Courier) -> Vehicle? {
    courier.vehicleID.flatMap { vehicles[$0] } ?? driven[courier.id]
  }

  private func words(_ before: String, _ name: String?) -> String {
    name.map { before + $0 } ?? ""
  }
}

extension Array {
  /// The first element of each id; those without one are left out.
  fileprivate func firstByID(_ id: (Element) -> String?) -> [String: Element] {
    var found: [String: Element] = [:]
    for element in self { if let id = id(element), found[id] == nil { found[id] = element } }
    return found
  }
}
