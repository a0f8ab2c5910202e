import Foundation
import TestSupport
import Testing

/// Large files of positions, seen through the built daemon.
struct SourceLocationFileTests {
  private static let gpx: String = {
    let point = #"<trkpt lat="1" lon="2"><time>2026-07-21T12:00:00Z</time></trkpt>"#
    return "<gpx><trk><trkseg>" + String(repeating: point, count: 20_000) + "</trkseg></trk></gpx>"
  }()

  @Test func `the daemon responds while it reads`() throws {
    let file = try TemporaryFile(Self.gpx)
    let daemon = try DaemonProcess(["--location", "gpx:\(file.path)"])
    try daemon.send(Fixtures.request("subscribeLocation", id: 1))
    try daemon.send(Fixtures.request("stats", id: 2))
    var order: [String] = []
    while order.last != "locationChanged" {
      let message = try daemon.receive()
      order.append(message.method ?? "response \(message.json["id"] as? Int ?? 0)")
    }
    #expect(order == ["response 1", "response 2", "locationChanged"])
  }

  @Test(arguments: ["</gpx>", ""])
  func `by a manual clock the same file brings the same bytes`(end: String) throws {
    let file = try TemporaryFile(Self.gpx.replacing("</gpx>", with: end))
    let options = ["--location", "gpx:\(file.path)", "--clock", "manual", "--seed", "1"]
    let outputs = try (1...3).map { _ in
      let daemon = try DaemonProcess(options)
      try daemon.send(Fixtures.request("subscribeLocation", id: 1))
      try daemon.send(Fixtures.request("advanceClock", id: 2, #"{"seconds":1}"#))
      daemon.closeInput()
      return try daemon.rest().map(\.text)
    }
    #expect(outputs[0].count >= 3)
    #expect(outputs[0] == outputs[1] && outputs[1] == outputs[2])
    // What was read is published before the next message is looked at.
    #expect(outputs[0].dropFirst().first?.contains("locationChanged") == true)
  }
}
