import Testing

@testable import Providers

/// What a string must be that is no source of the location.
private let unknown =
  "a location must be route, route:FILE, gpsd://HOST:PORT, gpx:FILE, https://…, http://…, file:PATH or "
  + "command:PROGRAM"

struct LocationAddressTests {
  private static func gpx(_ path: String, rate: Double = 1, loops: Bool = false) -> LocationAddress {
    var address = GPXAddress(path: path)
    (address.rate, address.loops) = (rate, loops)
    return .gpx(address)
  }

  @Test(
    arguments: [
      ("route", .route),
      ("route:places.csv", .routeFile("places.csv")),
      ("gpsd://localhost", .gpsd(host: "localhost", port: 2947)),
      ("gpsd://10.0.0.7:3000", .gpsd(host: "10.0.0.7", port: 3000)),
      ("gpsd://receiver.example:65535/", .gpsd(host: "receiver.example", port: 65535)),
      ("gpsd://[::1]", .gpsd(host: "::1", port: 2947)),
      ("gpsd://[fe80::1]:2000", .gpsd(host: "fe80::1", port: 2000)),
      ("gpx:/tmp/a b.gpx", gpx("/tmp/a b.gpx")),
      ("gpx:trip.gpx?rate=10", gpx("trip.gpx", rate: 10)),
      ("gpx:trip.gpx?loop=1&rate=0.5", gpx("trip.gpx", rate: 0.5, loops: true)),
      ("gpx:what?.gpx?loop=0", gpx("what?.gpx")),
      ("file:here.json", .file("here.json")),
      ("command:where -n 1", .command(Command(program: "where", arguments: ["-n", "1"]))),
    ] as [(String, LocationAddress)])
  func `a text names a source`(text: String, address: LocationAddress) throws {
    #expect(try LocationAddress(text) == address)
  }

  @Test func `a URL shows no secrets`() throws {
    let address = try LocationAddress("https://me:s3cret@example.org/here?key=s3cret")
    #expect(address.isFetched && !address.description.contains("s3cret"))
    #expect(try !LocationAddress("command:where s3cret").description.contains("s3cret"))
  }

  @Test(arguments: [
    ("", unknown),
    ("gopher://s3cret@host/", unknown),
    ("demo", unknown),
    ("file:", "“file:” must be followed by a path"),
    ("https://s3cret@", "a URL must name a host"),
    ("https://example.org/{place}", "the source of a location must have no parameters"),
    ("command:where {s3cret}", "the source of a location must have no parameters"),
    ("command:'s3cret", "the quote at character 1 of the command is not closed"),
    ("stream:s3cret", "a location is fetched after each interval; stream: and events+ are for resources"),
    (
      "events+https://example.org/",
      "a location is fetched after each interval; stream: and events+ are for resources"
    ),
    ("route:", "“route:” must be followed by a path"),
    ("gpx:", "“gpx:” must be followed by a path"),
    ("gpx:?loop=1", "“gpx:” must be followed by a path"),
    ("gpx:a?rate=0", "the rate of gpx must be a number between 0.001 and 1000"),
    ("gpx:a?rate=nan", "the rate of gpx must be a number between 0.001 and 1000"),
    ("gpx:a?loop=yes", "the loop of gpx must be 0 or 1"),
    ("gpx:a?speed=1", "the options of gpx are rate and loop"),
    ("gpx:a?", "the options of gpx are rate and loop"),
    ("gpsd://", "“gpsd://” must be followed by a host, without credentials or a path"),
    ("gpsd://me:s3cret@host", "“gpsd://” must be followed by a host, without credentials or a path"),
    ("gpsd://host/dev/ttyUSB0", "“gpsd://” must be followed by a host, without credentials or a path"),
    ("gpsd://host:0", "the port of gpsd must be 1 to 65535"),
    ("gpsd://host:65536", "the port of gpsd must be 1 to 65535"),
    ("gpsd://host:+1", "the port of gpsd must be 1 to 65535"),
    ("gpsd://host:", "the port of gpsd must be 1 to 65535"),
    ("gpsd://[::1]x", "the port of gpsd must be 1 to 65535"),
    ("gpsd://::1", "an IPv6 address must stand in brackets"),
  ])
  func `any other says what was expected, and nothing of what was got`(text: String, expectation: String) {
    #expect {
      try LocationAddress(text)
    } throws: {
      "\($0)" == expectation
    }
  }
}
