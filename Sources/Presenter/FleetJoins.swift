package import StatusCore

/// The items of a fleet's map: who carries what, in which vehicle.
///
/// The fleet is added entity by entity, so that a large one can be joined in parts; after the last one, the items are
/// read. Both sides of a join may name the other, and either may leave it out. An item's own id counts first, then that
/// of the first item which names it. An id that leads nowhere joins nothing, and a delivered package is carried by
/// nobody.
package struct FleetJoins: Sendable {
  private let central: Coordinate
  private var couriers: [Courier] = []
  private var parcels: [Parcel] = []
  private var vehicles: [Vehicle] = []
  /// The places of the first ones by their ids; of packages those that are not delivered.
  private var (couriersByID, parcelsByID, vehiclesByID): (Places, Places, Places) = ([:], [:], [:])
  /// The first courier that names a package or a vehicle, by its id.
  private var (carriers, drivers): (Places, Places) = ([:], [:])
  /// The first package, not delivered, and the first vehicle that name a courier, by the courier's id.
  private var (carried, driven): (Places, Places) = ([:], [:])

  private typealias Places = [String: Int]

  package init(central: Coordinate) {
    self.central = central
  }

  package mutating func add(_ courier: Courier) {
    let place = couriers.count
    couriers.append(courier)
    couriersByID.note(place, of: courier.id)
    carriers.note(place, of: courier.packageID)
    drivers.note(place, of: courier.vehicleID)
  }

  package mutating func add(_ parcel: Parcel) {
    let place = parcels.count
    parcels.append(parcel)
    guard !parcel.isDelivered else { return }
    parcelsByID.note(place, of: parcel.id)
    carried.note(place, of: parcel.courierID)
  }

  package mutating func add(_ vehicle: Vehicle) {
    let place = vehicles.count
    vehicles.append(vehicle)
    vehiclesByID.note(place, of: vehicle.id)
    driven.note(place, of: vehicle.courierID)
  }
}

// MARK: Items

extension FleetJoins {
  /// The number of items.
  package var count: Int { 1 + couriers.count + parcels.count + vehicles.count }

  /// The central, the couriers, the packages and the vehicles, in the order in which they were added.
  package subscript(index: Int) -> MapItem {
    guard index > 0 else {
      return MapItem(
        kind: .central, id: "central", title: "Central", label: "Central", location: central)
    }
    var index = index - 1
    if index < couriers.count { return item(couriers[index]) }
    index -= couriers.count
    if index < parcels.count { return item(parcels[index]) }
    return item(vehicles[index - parcels.count])
  }

  private func item(_ courier: Courier) -> MapItem {
    let (parcel, vehicle) = (parcel(of: courier), vehicle(of: courier))
    return MapItem(
      kind: .courier(packageID: parcel?.id, vehicleID: vehicle?.id), id: courier.id, title: courier.name,
      label: courier.name + words(" carries ", parcel?.id) + words(" in ", vehicle?.name),
      location: courier.location)
  }

  private func item(_ parcel: Parcel) -> MapItem {
    let courier = parcel.isDelivered ? nil : courier(parcel.courierID, or: carriers[parcel.id])
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
    let courier = courier(vehicle.courierID, or: drivers[vehicle.id])
    let parcel = courier.flatMap(parcel)
    return MapItem(
      kind: .vehicle(courierID: courier?.id, packageID: parcel?.id), id: vehicle.id, title: vehicle.name,
      label: vehicle.name + words(" is driven by ", courier?.name) + words(" with ", parcel?.id),
      location: vehicle.location)
  }

  // MARK: Joins

  private func courier(_ id: String?, or naming: Int?) -> Courier? {
    (id.flatMap { couriersByID[$0] } ?? naming).map { couriers[$0] }
  }

  private func parcel(of courier: Courier) -> Parcel? {
    (courier.packageID.flatMap { parcelsByID[$0] } ?? carried[courier.id]).map { parcels[$0] }
  }

  private func vehicle(of courier: Courier) -> Vehicle? {
    (courier.vehicleID.flatMap { vehiclesByID[$0] } ?? driven[courier.id]).map { vehicles[$0] }
  }

  private func words(_ before: String, _ name: String?) -> String {
    name.map { before + $0 } ?? ""
  }
}

extension [String: Int] {
  /// Keeps the first place of an id.
  fileprivate mutating func note(_ place: Int, of id: String?) {
    if let id, self[id] == nil { self[id] = place }
  }
}
