import StatusCore
import Testing

@testable import Providers

/// Whole conversations with gpsd as values: what happens at which second, and what follows.
struct GPSDMachineTests {
  private var machine = GPSDMachine()
  private var chance = SplitMix64(seed: 1)

  private static let receiver = GPSDReport.Device(path: "/dev/ttyUSB0", isActive: true)
  private static let gone = GPSDReport.Device(path: "/dev/ttyUSB0", isActive: false)
  private static let here = Position(Coordinate(latitude: 53.5, longitude: 10))

  private mutating func receive(_ report: GPSDReport, at seconds: Double) -> [GPSDMachine.Action] {
    machine.received(report, at: .seconds(seconds), using: &chance)
  }

  private mutating func wake(at seconds: Double) -> [GPSDMachine.Action] {
    machine.timePassed(at: .seconds(seconds), using: &chance)
  }

  private mutating func end(_ cause: GPSDFailureCause = .gone, at seconds: Double) -> [GPSDMachine.Action] {
    machine.ended(cause, at: .seconds(seconds), using: &chance)
  }

  /// Connected and watching at second 0.
  private mutating func begin(with devices: [GPSDReport.Device] = [receiver]) {
    _ = machine.start(at: .zero)
    watch(devices, at: 0)
  }

  /// From a connection under way to watching.
  private mutating func watch(_ devices: [GPSDReport.Device] = [receiver], at seconds: Double) {
    _ = machine.connected(at: .seconds(seconds))
    _ = receive(.version(major: 3), at: seconds)
    _ = receive(.devices(devices), at: seconds)
    _ = receive(.watch(isEnabled: true), at: seconds)
  }

  private mutating func fix(at seconds: Double) -> [GPSDMachine.Action] {
    receive(.position(device: "/dev/ttyUSB0", Self.here), at: seconds)
  }

  private mutating func noFix(at seconds: Double) -> [GPSDMachine.Action] {
    receive(.position(device: "/dev/ttyUSB0", nil), at: seconds)
  }

  // MARK: The beginning

  @Test mutating func `it connects, asks to watch, and tells what comes`() {
    #expect(machine.start(at: .zero) == [.connect])
    #expect(machine.connected(at: .seconds(1)) == [.send(.watch)])
    #expect(receive(.version(major: 3), at: 1) == [])
    #expect(receive(.devices([Self.receiver]), at: 1) == [])
    #expect(receive(.watch(isEnabled: true), at: 1) == [])
    #expect(fix(at: 2) == [.report(Self.here)])
    #expect(machine.stop() == [.close])
    #expect(machine.wakeAt == nil)
  }

  @Test mutating func `a position before the echo is none of ours`() {
    _ = machine.start(at: .zero)
    _ = machine.connected(at: .zero)
    #expect(fix(at: 0) == [])
  }

  @Test(arguments: [
    (GPSDReport.version(major: 4), GPSDFailureCause.foreign),
    (.watch(isEnabled: false), .refused),
  ])
  mutating func `what is no gpsd that can be watched is let go`(report: GPSDReport, trouble: GPSDFailureCause)
  {
    _ = machine.start(at: .zero)
    _ = machine.connected(at: .zero)
    #expect(receive(report, at: 0) == [.close, .fail(trouble)])
  }

  @Test mutating func `a connection that does not come about is given up`() {
    _ = machine.start(at: .zero)
    #expect(machine.wakeAt == .seconds(5))
    #expect(wake(at: 4.9) == [])
    #expect(wake(at: 5) == [.close, .fail(.unreachable(errno: nil))])
  }

  @Test mutating func `a greeting that does not come is given up`() {
    _ = machine.start(at: .zero)
    _ = machine.connected(at: .seconds(1))
    _ = receive(.other, at: 3)
    #expect(machine.wakeAt == .seconds(4))
    #expect(wake(at: 4) == [.close, .fail(.silent)])
  }

  // MARK: Receivers

  @Test mutating func `without a receiver for five seconds there is none`() {
    begin(with: [])
    #expect(machine.wakeAt == .seconds(5))
    #expect(wake(at: 5) == [.fail(.noDevice)])
    // Once is enough.
    #expect(wake(at: 14) == [])
    #expect(receive(.device(Self.receiver), at: 14) == [])
    #expect(fix(at: 15) == [.report(Self.here)])
  }

  @Test mutating func `without a position for ten seconds there is none, though the receiver talks`() {
    begin()
    for second in 1...9 { #expect(noFix(at: Double(second)) == []) }
    #expect(machine.wakeAt == .seconds(10))
    #expect(wake(at: 10) == [.fail(.noFix)])
    #expect(noFix(at: 11) == [])
    #expect(fix(at: 12) == [.report(Self.here)])
  }

  @Test mutating func `ten seconds count from the last position, and again after each`() {
    begin()
    _ = fix(at: 3)
    #expect(machine.wakeAt == .seconds(13))
    #expect(wake(at: 13) == [.fail(.noFix)])
    _ = fix(at: 14)
    #expect(machine.wakeAt == .seconds(24))
  }

  @Test
  mutating func `a receiver that is unplugged is missed after five seconds, not told as without a position`()
  {
    begin()
    _ = fix(at: 1)
    #expect(receive(.device(Self.gone), at: 8) == [])
    #expect(machine.wakeAt == .seconds(13))
    #expect(wake(at: 13) == [.fail(.noDevice)])
  }

  @Test mutating func `a receiver that comes is given ten seconds of its own`() {
    begin(with: [])
    _ = receive(.device(Self.receiver), at: 4)
    #expect(machine.wakeAt == .seconds(14))
    #expect(wake(at: 14) == [.fail(.noFix)])
  }

  @Test mutating func `a receiver that speaks is there, whatever was listed`() {
    begin(with: [])
    _ = noFix(at: 4)
    #expect(wake(at: 5) == [])
    #expect(machine.wakeAt == .seconds(14))
  }

  @Test mutating func `one of two receivers that leaves is not missed`() {
    begin(with: [Self.receiver, GPSDReport.Device(path: "/dev/ttyUSB1", isActive: true)])
    _ = receive(.device(Self.gone), at: 1)
    #expect(wake(at: 6) == [])
    #expect(wake(at: 10) == [.fail(.noFix)])
  }

  // MARK: Silence

  @Test mutating func `after fifteen silent seconds gpsd is asked, and after five more given up`() {
    begin()
    _ = fix(at: 1)
    #expect(wake(at: 11) == [.fail(.noFix)])
    #expect(machine.wakeAt == .seconds(16))
    #expect(wake(at: 16) == [.send(.devices)])
    #expect(machine.wakeAt == .seconds(21))
    #expect(wake(at: 21) == [.close, .fail(.silent)])
  }

  @Test mutating func `an answer is a sign of life`() {
    begin()
    _ = wake(at: 10)
    #expect(wake(at: 15) == [.send(.devices)])
    #expect(receive(.devices([Self.receiver]), at: 16) == [])
    #expect(machine.wakeAt == .seconds(31))
  }

  // MARK: Reconnecting

  @Test mutating func `what ends is begun again after a while that grows up to half a minute`() {
    begin()
    var (now, waits): (Duration, [Double]) = (.zero, [])
    for _ in 0..<8 {
      #expect(machine.ended(.gone, at: now, using: &chance) == [.close, .fail(.gone)])
      let due = machine.wakeAt ?? .zero
      waits.append((due - now) / .seconds(1))
      now = due
      #expect(machine.timePassed(at: now, using: &chance) == [.connect])
    }
    for (wait, longest) in zip(waits, [1.0, 2, 4, 8, 16, 30, 30, 30]) {
      #expect((longest / 2...longest).contains(wait + 1e-9), "\(waits)")
    }
    #expect(Set(waits.suffix(3)).count == 3)
  }

  @Test mutating func `a position makes the next wait short again`() {
    begin()
    for second in [1.0, 100, 200] {
      _ = end(at: second)
      _ = wake(at: second + 50)
    }
    // The connection that stands now came of waiting: nobody asked for a new beginning.
    watch(at: 250)
    _ = fix(at: 300)
    _ = end(at: 301)
    #expect((machine.wakeAt ?? .zero) <= .seconds(302))
  }

  @Test mutating func `a connection without a position keeps the next wait long`() {
    begin()
    for second in [1.0, 100, 200] {
      _ = end(at: second)
      _ = wake(at: second + 50)
    }
    watch(at: 250)
    _ = noFix(at: 300)
    _ = end(at: 301)
    #expect((machine.wakeAt ?? .zero) >= .seconds(301 + 4))
  }

  @Test mutating func `whoever asks again does not wait`() {
    begin()
    _ = end(at: 1)
    #expect(machine.start(at: .seconds(1.1)) == [.connect])
    // Also where something is under way.
    #expect(machine.start(at: .seconds(1.2)) == [.close, .connect])
  }

  @Test mutating func `what comes of a connection that is over changes nothing`() {
    begin()
    _ = end(at: 1)
    #expect(end(at: 1) == [])
    #expect(fix(at: 1) == [])
    #expect(machine.connected(at: .seconds(1)) == [])
    _ = machine.stop()
    #expect(wake(at: 1_000) == [])
  }
}
