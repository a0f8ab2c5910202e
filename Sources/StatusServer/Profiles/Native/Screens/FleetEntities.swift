import Jansson
import StatusCore

/// The couriers, packages and vehicles of a fleet, one after the other.
///
/// The text has the form of `FleetForm`, which has checked it: a place, then three arrays, nothing between the tokens.
struct FleetEntities {
  enum Entity {
    case courier(Courier)
    case parcel(Parcel)
    case vehicle(Vehicle)
  }

  private let text: [UInt8]
  /// How much of the text was read.
  private(set) var index: Int
  let central: Coordinate
  /// The name of the array that is being read, without its quotes; nil between two.
  private var array: Range<Int>?

  /// nil for what is no fleet.
  init?(_ value: ResourceValue) {
    let text = value.text
    guard text.starts(with: #"{"central":{"#.utf8) else { return nil }
    let start = #"{"central":"#.utf8.count
    let end = text.span.endOfValue(from: start)
    guard let json = try? JSONValue.parse(text.span.extracting(start..<end)), let place = Coordinate(json)
    else { return nil }
    (self.text, index, central) = (text, end, place)
  }

  /// The next entity; nil behind the last one.
  mutating func next() -> Entity? {
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "{"): if let entity = entity() { return entity }
      case UInt8(ascii: "]"):
        array = nil
        index += 1
      case UInt8(ascii: "\""):
        let end = text.span.endOfString(from: index)
        array = index + 1..<end - 1
        // Over the colon and the bracket.
        index = end + 2
      default: index += 1
      }
    }
    return nil
  }

  private mutating func entity() -> Entity? {
    let start = index
    index = text.span.endOfValue(from: start)
    guard let array, let json = try? JSONValue.parse(text.span.extracting(start..<index)) else { return nil }
    // The three names begin with different letters.
    return switch text[array.lowerBound] {
    case UInt8(ascii: "c"): Courier(json).map { .courier($0) }
    case UInt8(ascii: "p"): Parcel(json).map { .parcel($0) }
    default: Vehicle(json).map { .vehicle($0) }
    }
  }
}

extension JSONValue {
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
