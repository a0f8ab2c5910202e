internal import StatusdTypes

/// The items of a fleet's map: who carries what, in which vehicle.
///
/// Both sides of a join may name the other, and either may leave it out. An item's own id counts first, then that of
/// an item which names it. An id that leads nowhere joins nothing, and a delivered package is carried by nobody.
struct FleetJoins {
  private let fleet: FleetValue
  private let couriers: [String: Courier]
  private let packages: [String: Package]
  private let vehicles: [String: Vehicle]

  init(_ fleet: FleetValue) {
    self.fleet = fleet
    couriers = Self.byID(fleet.couriers)
    packages = Self.byID(fleet.packages.filter { !$0.delivered })
    vehicles = Self.byID(fleet.vehicles)
  }

  /// The central, the couriers, the packages, the vehicles, in the daemon's order.
  var items: [MapItem] {
    let central = MapItem(.central, "central", title: "Central", label: "Central", location: fleet.central)
    return [central] + fleet.couriers.map(item) + fleet.packages.map(item) + fleet.vehicles.map(item)
  }

  // MARK: Items

  private func item(_ courier: Courier) -> MapItem {
    let carried = package(of: courier)
    let vehicle = vehicle(of: courier)
    let label = courier.name + words(" carries ", carried?.id) + words(" in ", vehicle?.name)
    var item = MapItem(.courier, courier.id, title: courier.name, label: label, location: courier.location)
    item.packageId = carried?.id
    item.vehicleId = vehicle?.id
    return item
  }

  private func item(_ package: Package) -> MapItem {
    let named = fleet.couriers.first { $0.packageId == package.id }
    let courier = package.delivered ? nil : package.courierId.flatMap { couriers[$0] } ?? named
    let vehicle = courier.flatMap(vehicle)
    let carried = words(" is carried by ", courier?.name) + words(" in ", vehicle?.name)
    let what = package.delivered ? " is delivered" : carried.isEmpty ? " waits" : carried
    var item = MapItem(
      .package, package.id, title: package.id, label: package.id + what, location: package.location)
    item.courierId = courier?.id
    item.vehicleId = vehicle?.id
    item.isDelivered = package.delivered
    item.destination = package.destination
    return item
  }

  private func item(_ vehicle: Vehicle) -> MapItem {
    let named = fleet.couriers.first { $0.vehicleId == vehicle.id }
    let courier = vehicle.courierId.flatMap { couriers[$0] } ?? named
    let carried = courier.flatMap(package)
    let label = vehicle.name + words(" is driven by ", courier?.name) + words(" with ", carried?.id)
    var item = MapItem(.vehicle, vehicle.id, title: vehicle.name, label: label, location: vehicle.location)
    item.courierId = courier?.id
    item.packageId = carried?.id
    return item
  }

  // MARK: Joins

  private func package(of courier: Courier) -> Package? {
    courier.packageId.flatMap { packages[$0] }
      ?? fleet.packages.first { !$0.delivered && $0.courierId == courier.id }
  }

  private func vehicle(of courier: Courier) -> Vehicle? {
    courier.vehicleId.flatMap { vehicles[$0] } ?? fleet.vehicles.first { $0.courierId == courier.id }
  }

  private static func byID<Entity: Identifiable>(_ entities: [Entity]) -> [Entity.ID: Entity] {
    Dictionary(entities.map { ($0.id, $0) }) { _, last in last }
  }

  private func words(_ before: String, _ name: String?) -> String {
    name.map { before + $0 } ?? ""
  }
}
