import Jansson
import StatusCore
import Text

extension GPSDReport {
  /// Reads a line of gpsd's (gpsd_json(5)); nil for one that is no JSON object with a class.
  ///
  /// What is unknown is passed over, and what is no number in a number's place is not there: receivers and
  /// releases differ.
  init?(decoding line: Span<UInt8>) {
    var scanner = JSONScanner(budget: JSONBudget(depth: 16, tokens: 20_000), keepsOutline: false)
    guard (try? scanner.scan(line)) != nil, let json = try? JSONValue.parse(line),
      let name = json["class"]?.string
    else { return nil }
    switch name {
    case "VERSION": self = .version(major: json["proto_major"]?.integer ?? 0)
    case "WATCH": self = .watch(isEnabled: json["enable"]?.boolean ?? false)
    case "DEVICES": self = .devices(json["devices"]?.elements.compactMap(Device.init(_:)) ?? [])
    case "DEVICE": self = Device(json).map { .device($0) } ?? .other
    case "TPV": self = .position(device: json["device"]?.string, Position(gpsd: json))
    default: self = .other
    }
  }
}

extension GPSDReport.Device {
  fileprivate init?(_ json: JSONValue) {
    guard let path = json["path"]?.string else { return nil }
    self.init(path: path.excerpt, isActive: json["activated"]?.number != 0)
  }
}

extension Position {
  /// A TPV report; nil without a fix, which modes 2 and 3 are.
  fileprivate init?(gpsd json: JSONValue) {
    guard json["mode"]?.integer ?? 0 >= 2,
      let latitude = json["lat"]?.number, (-90...90).contains(latitude),
      let longitude = json["lon"]?.number, (-180...180).contains(longitude)
    else { return nil }
    self.init(Coordinate(latitude: latitude, longitude: longitude))
    // Above the sea where the receiver knows that; `alt` is deprecated because it may be either.
    func number(_ name: String, in range: ClosedRange<Double>) -> Double? {
      json[name]?.number?.within(range)
    }
    altitude = number("altMSL", in: Self.altitudes) ?? number("altHAE", in: Self.altitudes)
    accuracy =
      number("eph", in: Self.accuracies)
      ?? ["epx", "epy"].compactMap { number($0, in: Self.accuracies) }.max()
    speed = number("speed", in: Self.speeds)
    heading = json["track"]?.number.flatMap(Self.heading)
  }
}
