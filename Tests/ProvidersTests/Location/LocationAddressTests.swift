import Testing

@testable import Providers

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
    ] as [(String, LocationAddress)])
  func `a text names a source`(text: String, address: LocationAddress) throws {
    #expect(try LocationAddress(text) == address)
  }

  @Test(arguments: [
    ("", "a location must be route, route:FILE, gpsd://HOST:PORT or gpx:FILE"),
    ("https://s3cret@host/", "a location must be route, route:FILE, gpsd://HOST:PORT or gpx:FILE"),
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
