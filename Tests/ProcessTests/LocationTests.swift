import Foundation
import TestSupport
import Testing

/// The location through the built daemon: Debian's gpsd, fed by a receiver of our own.
@Suite(.serialized) struct LocationTests {
  private static let hamburg = NMEAPlayer.Sky.fix(latitude: 53.55, longitude: 10, altitude: 20)
  private static let bremen = NMEAPlayer.Sky.fix(latitude: 53.08, longitude: 8.8, altitude: 12)

  /// Subscribes, and returns the snapshot in the response.
  private func subscribe(_ daemon: DaemonProcess, _ params: String? = nil) throws -> [String: Any] {
    let response = try daemon.call("subscribeLocation", params)
    return try #require(response.result?["location"] as? [String: Any])
  }

  /// Reads reported snapshots up to the first one that satisfies a condition.
  private func next(
    of daemon: DaemonProcess, after first: [String: Any] = [:], where isMeant: ([String: Any]) -> Bool
  ) throws -> [String: Any] {
    if isMeant(first) { return first }
    while true {
      let message = try daemon.receive()
      let location = message.params["location"] as? [String: Any] ?? [:]
      if message.method == "locationChanged", isMeant(location) { return location }
    }
  }

  private func isLoaded(_ location: [String: Any]) -> Bool { location["status"] as? String == "loaded" }

  private func kind(_ location: [String: Any]) -> String? {
    (location["failure"] as? [String: Any])?["kind"] as? String
  }

  private func latitude(_ location: [String: Any]) -> Double {
    (location["coordinate"] as? [String: Any])?["latitude"] as? Double ?? 0
  }

  /// How many descriptors a process has open.
  private func descriptors(of daemon: DaemonProcess) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.pid)/fd").count
  }

  @Test func `a receiver's position, height, speed and heading`() throws {
    let receiver = NMEAPlayer(Self.hamburg)
    let gpsd = try GPSDServer(receiver: receiver)
    let daemon = try DaemonProcess(["--location", gpsd.address])
    let first = try subscribe(daemon)
    #expect(first["coordinate"] == nil || isLoaded(first))
    let location = try next(of: daemon, after: first) {
      isLoaded($0) && ($0["coordinate"] as? [String: Any])?["heading"] != nil
    }
    let coordinate = try #require(location["coordinate"] as? [String: Any])
    #expect(abs(latitude(location) - 53.55) < 1e-6 && coordinate["longitude"] as? Double == 10)
    #expect(coordinate["altitude"] as? Double == 20 && coordinate["heading"] as? Double == 90)
    // Ten knots.
    #expect(abs((coordinate["speed"] as? Double ?? 0) - 5.144) < 0.01)
    receiver.show(Self.bremen)
    _ = try next(of: daemon) { abs(latitude($0) - 53.08) < 1e-6 }
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
  }

  @Test func `a receiver that loses its fix, is unplugged, and comes back`() throws {
    let receiver = NMEAPlayer(Self.hamburg)
    let gpsd = try GPSDServer(receiver: receiver)
    let daemon = try DaemonProcess(["--location", gpsd.address, "--log-level", "critical"])
    _ = try next(of: daemon, after: try subscribe(daemon), where: isLoaded)
    receiver.show(.noFix)
    let lost = try next(of: daemon) { kind($0) == "locationNoFix" }
    #expect(abs(latitude(lost) - 53.55) < 1e-6)
    receiver.show(.unplugged)
    _ = try next(of: daemon) { kind($0) == "locationNoDevice" }
    receiver.show(Self.bremen)
    try gpsd.addReceiver()
    let back = try next(of: daemon, where: isLoaded)
    #expect(abs(latitude(back) - 53.08) < 1e-6 && back["failure"] == nil)
  }

  @Test func `killed and started again five times, gpsd is found each time, and nothing is leaked`() throws {
    let receiver = NMEAPlayer(Self.hamburg)
    let gpsd = try GPSDServer(receiver: receiver)
    let daemon = try DaemonProcess(["--location", gpsd.address, "--log-level", "critical", "--seed", "1"])
    var location = try next(of: daemon, after: try subscribe(daemon), where: isLoaded)
    let before = try descriptors(of: daemon)
    for round in 1...5 {
      gpsd.stop()
      let failed = try next(of: daemon) { kind($0) == "locationUnavailable" }
      #expect(failed["revision"] as? Int ?? 0 > location["revision"] as? Int ?? 0, "\(round)")
      try gpsd.start()
      location = try next(of: daemon, where: isLoaded)
      #expect(try descriptors(of: daemon) == before, "\(round)")
    }
    let last = try subscribe(daemon)
    #expect(isLoaded(last))
    _ = try daemon.call("unsubscribeLocation", #"["l1"]"#)
    _ = try daemon.call("unsubscribeLocation", #"["l2"]"#)
    // The connection, and nothing else.
    #expect(try descriptors(of: daemon) == before - 1)
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
  }

  @Test func `nobody at the port is a failure with ways out, and the demo route is one`() throws {
    let socket = LoopbackSocket(backlog: nil)
    defer { LoopbackSocket.close(socket.descriptor) }
    let daemon = try DaemonProcess([
      "--location", "gpsd://localhost:\(socket.port)", "--log-level", "critical",
    ])
    let failed = try next(of: daemon, after: try subscribe(daemon)) {
      $0["status"] as? String == "failed"
    }
    let failure = try #require(failed["failure"] as? [String: Any])
    #expect(failure["kind"] as? String == "locationUnavailable")
    let detail = try #require(failure["detail"] as? [String: Any])
    #expect(detail["reason"] as? String == "connect" && detail["errno"] as? Int == 111)
    #expect(detail["url"] as? String == "gpsd://localhost:\(socket.port)")
    let again = try daemon.call("retry")
    #expect(again.failure?["previousFailureId"] as? String == failure["failureId"] as? String)
    let demo = try daemon.call("retry", #"{"optionId":"useDemoRoute"}"#)
    #expect(demo.result?["recovered"] as? Bool == true)
    #expect(latitude(demo.result?["result"] as? [String: Any] ?? [:]) == 53.619653)
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
  }

  @Test func `a host without an address is a failure that says so`() throws {
    let daemon = try DaemonProcess(["--location", "gpsd://\(unknownHost)", "--log-level", "critical"])
    let failed = try next(of: daemon, after: try subscribe(daemon)) {
      $0["status"] as? String == "failed"
    }
    let detail = (failed["failure"] as? [String: Any])?["detail"] as? [String: Any]
    #expect(detail?["reason"] as? String == "host")
  }

  @Test func `a route of a file, at a pace of its own`() throws {
    let file = try TemporaryFile(#"[{"latitude":1,"longitude":2},{"lat":3,"lng":4}]"#)
    let daemon = try DaemonProcess(
      ["--location", "route:\(file.path)"], environment: ["STATUSD_LOCATION_INTERVAL": "0.1"])
    #expect(latitude(try subscribe(daemon)) == 1)
    // A daemon that is kept from running may leave places out, but not for ever.
    _ = try next(of: daemon) { latitude($0) == 3 }
    _ = try next(of: daemon) { latitude($0) == 1 }
    daemon.closeInput()
    #expect(try daemon.wait() == 0)
  }
}
