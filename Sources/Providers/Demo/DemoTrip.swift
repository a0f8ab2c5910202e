import StatusCore

/// A courier's way from the central to a destination and back, with a parcel on the way out.
///
///     0 s        10 s                    150 s          160 s                   300 s
///     |  loading  |  driving out          |  handing over |  driving back         |
///     |  central  |  central→destination  |  destination  |  destination→central  |
struct DemoTrip {
  /// In milliseconds, as is every time of a trip.
  static let duration = 300_000
  private static let departure = 10_000
  private static let arrival = 150_000
  private static let delivery = 160_000

  /// Counted from 0, for each courier.
  let number: Int
  let central: DemoPlace
  let destination: DemoPlace
  /// Time since the trip began: 0 or more, less than ``duration``.
  let elapsed: Int

  /// Whether the courier is on the road; the vehicle stands at the central otherwise.
  var isUnderWay: Bool { elapsed >= Self.departure }

  var isDelivered: Bool { elapsed >= Self.delivery }

  /// Where the courier is.
  var location: DemoPlace {
    switch elapsed {
    case ..<Self.departure:
      central
    case ..<Self.arrival:
      central.moved(
        towards: destination, after: elapsed - Self.departure, of: Self.arrival - Self.departure)
    case ..<Self.delivery:
      destination
    default:
      destination.moved(towards: central, after: elapsed - Self.delivery, of: Self.duration - Self.delivery)
    }
  }

  /// Where the parcel is: with the courier until it is delivered.
  var parcelLocation: DemoPlace {
    isDelivered ? destination : location
  }
}

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

/// A place in whole millionths of a degree.
///
/// Positions are calculated in integers, so that every machine gets the same and all have six decimals; one
/// step is 0.11 m to the north and, in Hamburg, 0.066 m to the east.
struct DemoPlace: Hashable {
  var latitude: Int
  var longitude: Int

  var coordinate: Coordinate {
    Coordinate(latitude: Double(latitude) / 1_000_000, longitude: Double(longitude) / 1_000_000)
  }

  /// The place reached on the straight way to `end` after `elapsed` of `duration`.
  func moved(towards end: DemoPlace, after elapsed: Int, of duration: Int) -> DemoPlace {
    DemoPlace(
      latitude: latitude + (end.latitude - latitude) * elapsed / duration,
      longitude: longitude + (end.longitude - longitude) * elapsed / duration)
  }
}
