import StatusCore
import Testing

@testable import Providers

/// What the body of a location's source may say.
struct PositionDecodingTests {
  private func position(_ text: String) throws -> Position {
    try Position(decoding: Array(text.utf8), from: "https://example.org/here")
  }

  private func problem(_ text: String) -> Problem? {
    do throws(Problem) {
      _ = try Position(decoding: Array(text.utf8), from: "https://example.org/here")
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    #"{"latitude":53.5,"longitude":-10}"#, #"{"lat":53.5,"lng":-10}"#, "\u{FEFF}{\"lat\":53.5,\"lng\":-10}\n",
    #"{"lat":53.5,"lng":-10,"name":"here","timestamp":"2026-11-22T16:00:00Z"}"#,
  ])
  func `an object with a latitude and a longitude is a position`(text: String) throws {
    #expect(try position(text) == Position(Coordinate(latitude: 53.5, longitude: -10)))
  }

  @Test func `what a receiver measured comes with it`() throws {
    let position = try position(
      #"{"latitude":1,"longitude":2,"altitude":3,"accuracy":4,"speed":5,"heading":360}"#)
    #expect(position.altitude == 3 && position.accuracy == 4 && position.speed == 5 && position.heading == 0)
  }

  @Test(arguments: [
    #""altitude":2e6,"accuracy":-1,"speed":-1,"heading":361"#,
    #""altitude":"3","accuracy":[],"speed":{},"heading":true"#,
    #""altitude":null,"accuracy":null,"speed":null,"heading":null"#,
  ])
  func `what is no measurement is not there`(members: String) throws {
    #expect(
      try position(#"{"lat":1,"lng":2,\#(members)}"#) == Position(Coordinate(latitude: 1, longitude: 2)))
  }

  @Test(arguments: [
    (#"{"latitude":91,"longitude":0}"#, "/latitude", "a latitude between -90 and 90"),
    (#"{"lat":0,"lng":-180.5}"#, "/lng", "a longitude between -180 and 180"),
    (#"{"lat":"53.5","lng":0}"#, "/lat", "a latitude between -90 and 90"),
    (#"{"latitude":0}"#, "/longitude", "a value"), ("{}", "/latitude", "a value"),
    ("[53.5,10]", "", "an object"), ("53.5", "", "an object"),
  ])
  func `any other place has another shape`(text: String, path: String, expected: String) {
    let problem = problem(text)
    #expect(problem?.kind == .unexpectedShape)
    #expect(problem?.detail.path == path && problem?.detail.expected == expected)
    #expect(problem?.detail.url == "https://example.org/here" && problem?.detail.excerpt == text)
  }

  @Test(
    arguments: [
      ("", FailureKind.missingData, nil), (" \n", .missingData, nil), ("<html>", .malformedData, "html"),
      (#"{"lat":1,"#, .malformedData, "syntax"), (#"{"lat":1,"lat":2,"lng":3}"#, .malformedData, "syntax"),
    ] as [(String, FailureKind, String?)])
  func `what is no JSON fails as that of a resource`(text: String, kind: FailureKind, reason: String?) {
    let problem = problem(text)
    #expect(problem?.kind == kind && problem?.detail.reason == reason)
  }
}
