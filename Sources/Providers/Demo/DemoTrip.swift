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
