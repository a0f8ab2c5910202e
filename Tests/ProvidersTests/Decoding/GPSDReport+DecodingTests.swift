import StatusCore
import Testing

@testable import Providers

/// Lines as gpsd 3.22 writes them, and others.
struct GPSDReportDecodingTests {
  private func report(_ line: String) -> GPSDReport? { GPSDReport(decoding: Array(line.utf8).span) }

  @Test(
    arguments: [
      (
        #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#,
        .version(major: 3)
      ),
      (#"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0}"#, .watch(isEnabled: true)),
      (#"{"class":"WATCH","enable":false}"#, .watch(isEnabled: false)),
      (#"{"class":"DEVICES","devices":[]}"#, .devices([])),
      (
        #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/a","activated":"2026-07-21T12:00:00Z"},{"path":"/dev/b"}]}"#,
        .devices([.init(path: "/dev/a", isActive: true), .init(path: "/dev/b", isActive: true)])
      ),
      (
        #"{"class":"DEVICE","path":"tcp://127.0.0.1:4000","activated":0}"#,
        .device(.init(path: "tcp://127.0.0.1:4000", isActive: false))
      ),
      (#"{"class":"TPV","device":"/dev/a","mode":1}"#, .position(device: "/dev/a", nil)),
      (#"{"class":"TPV","device":"/dev/a","mode":0,"lat":1,"lon":2}"#, .position(device: "/dev/a", nil)),
      (#"{"class":"TPV","mode":3}"#, .position(device: nil, nil)),
      (#"{"class":"TPV","mode":3,"lat":91,"lon":2}"#, .position(device: nil, nil)),
      (#"{"class":"TPV","mode":3,"lat":"1","lon":2}"#, .position(device: nil, nil)),
      (#"{"class":"SKY","satellites":[]}"#, .other),
      (#"{"class":"ERROR","message":"Unrecognized request"}"#, .other),
    ] as [(String, GPSDReport)])
  func `a line of gpsd's`(line: String, expected: GPSDReport) {
    #expect(report(line) == expected)
  }

  @Test func `a line that is deep or has very many values is passed over`() {
    func line(_ value: String) -> String { #"{"class":"SKY","satellites":\#(value)}"# }
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    func wide(_ count: Int) -> String { "[" + String(repeating: "1,", count: count - 1) + "1]" }
    #expect(report(line(nested(15))) == .other && report(line(nested(16))) == nil)
    #expect(report(line(wide(19_000))) == .other && report(line(wide(20_001))) == nil)
  }

  @Test(arguments: [
    "", "{", "[]", "3", #"{"class":7}"#, #"{"klass":"TPV"}"#, "HTTP/1.1 400 Bad Request",
    String(repeating: "[", count: 1_000),
  ])
  func `what is none`(line: String) {
    #expect(report(line) == nil)
  }

  /// gpsd's own have at most 128 bytes (GPS_PATH_MAX).
  @Test func `the path of a device is bounded`() throws {
    let long = String(repeating: "p", count: 10_000)
    guard case .device(let device) = report(#"{"class":"DEVICE","path":"\#(long)"}"#) else {
      Issue.record("no device")
      return
    }
    #expect(device.path.utf8.count < 140)
  }

  @Test(
    arguments: [
      (
        #""altMSL":10,"altHAE":55,"alt":99,"eph":17.1,"epx":3,"track":84.4,"speed":11.5"#,
        [10, 17.1, 11.5, 84.4]
      ),
      (#""altHAE":55,"epx":3,"epy":4.5,"track":360"#, [55, 4.5, nil, 0]),
      (#""alt":99,"epy":4"#, [nil, 4, nil, nil]),
      // What is out of its range is no measurement.
      (#""altMSL":1e300,"eph":-5,"speed":-3,"track":1e9"#, [nil, nil, nil, nil]),
      (#""altMSL":-1e300,"epx":-5,"epy":1e300,"speed":1e300,"track":-0.1"#, [nil, nil, nil, nil]),
      (#""altMSL":1e300,"altHAE":5,"eph":-5,"epx":3"#, [5, 3, nil, nil]),
      (#""altMSL":0,"eph":0,"speed":0,"track":0"#, [0, 0, 0, 0]),
    ] as [(String, [Double?])])
  func `altitude, accuracy, speed and heading of a fix`(members: String, expected: [Double?]) throws {
    let line = #"{"class":"TPV","mode":2,"lat":37.391,"lon":-122.039,"# + members + "}"
    guard case .position(_, let position?) = report(line) else {
      Issue.record("no position in \(line)")
      return
    }
    #expect(position.coordinate == Coordinate(latitude: 37.391, longitude: -122.039))
    #expect([position.altitude, position.accuracy, position.speed, position.heading] == expected)
  }
}
