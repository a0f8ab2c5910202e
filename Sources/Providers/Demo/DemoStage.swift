import StatusCore

/// What there is to see of one courier at one moment: the courier, two parcels, and all vehicles.
struct DemoStage {
  let courier: Courier
  let parcels: [Parcel]
  let vehicles: [Vehicle]

  init(of courier: DemoCourier, on trip: DemoTrip, with parcel: DemoParcel, before next: DemoParcel) {
    let vehicle = courier.vehicles[trip.number % courier.vehicles.count]
    let isCarrying = trip.isUnderWay && !trip.isDelivered
    self.courier = Courier(
      id: courier.id, name: courier.name, location: trip.location.coordinate,
      packageID: isCarrying ? parcel.id : nil, vehicleID: trip.isUnderWay ? vehicle.id : nil)
    parcels = [
      Parcel(
        id: parcel.id, destination: parcel.destination.coordinate, courierID: isCarrying ? courier.id : nil,
        isDelivered: trip.isDelivered, location: trip.parcelLocation.coordinate),
      Parcel(
        id: next.id, destination: next.destination.coordinate, isDelivered: false,
        location: trip.central.coordinate),
    ]
    vehicles = courier.vehicles.map { candidate in
      let isDriven = trip.isUnderWay && candidate.id == vehicle.id
      let location = isDriven ? trip.location : trip.central
      return Vehicle(
        id: candidate.id, courierID: isDriven ? courier.id : nil, location: location.coordinate,
        name: candidate.name)
    }
  }
}
