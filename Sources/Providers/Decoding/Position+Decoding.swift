package import StatusCore

extension Position {
  /// Reads the body of a location's source: an object with a latitude and a longitude.
  ///
  /// What a receiver could not measure, `altitude`, `accuracy`, `speed` or `heading` out of their ranges, is not
  /// there. Other members are passed over; so is a time, because the snapshot has that of this computer's clock.
  ///
  /// - Parameter address: The source's, for `detail.url`.
  /// - Throws: `missingData`, `malformedData` or `unexpectedShape`.
  package init(decoding body: [UInt8], from address: String) throws(Problem) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = body.starts(with: mark) ? mark.count : 0
    do throws(Problem) {
      try self.init(fetched: ValueDecoder.reader(of: Array(body[start...]), at: "", offset: start))
    } catch {
      let problem = error.located(at: address)
      throw problem.kind == .missingData ? problem : problem.quoting(body)
    }
  }

  private init(fetched reader: ValueReader) throws(Problem) {
    self.init(try Coordinate(reader))
    func number(_ name: String) -> Double? { try? reader.optional(name)?.number() }
    altitude = number("altitude")?.within(Self.altitudes)
    accuracy = number("accuracy")?.within(Self.accuracies)
    speed = number("speed")?.within(Self.speeds)
    heading = number("heading").flatMap(Self.heading)
  }
}

extension Coordinate {
  /// Reads `latitude` and `longitude`, or `lat` and `lng`, in degrees.
  init(_ reader: ValueReader) throws(Problem) {
    let (long, short) = (try reader.optional("latitude"), try reader.optional("lat"))
    let isShort = long == nil && short != nil
    let latitude = try reader.member(isShort ? "lat" : "latitude")
    let longitude = try reader.member(isShort ? "lng" : "longitude")
    self.init(
      latitude: try latitude.number(in: -90...90, "a latitude between -90 and 90"),
      longitude: try longitude.number(in: -180...180, "a longitude between -180 and 180"))
  }
}
