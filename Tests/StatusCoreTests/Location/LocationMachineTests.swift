import Testing

@testable import StatusCore

/// What the machine says to each event of a small play; subscriptions are named `l1`, `l2` and so on.
struct LocationMachineTests {
  private var machine = LocationMachine()

  /// Subscribes, and takes the response at that second.
  private mutating func join(
    at seconds: Double = 0, minInterval: Double = 0, minDistance: Double = 0
  ) -> LocationMachine.Action {
    let filter = LocationFilter(minInterval: .seconds(minInterval), minDistance: minDistance)
    let (id, action) = machine.subscribe(filter)
    machine.responded(to: id, at: .after(.seconds(seconds)))
    return action
  }

  /// Reports a position so many degrees north of the equator; returns who is notified.
  private mutating func move(to latitude: Double, at seconds: Double = 0) -> [String] {
    let position = Position(Coordinate(latitude: latitude, longitude: 0))
    return machine.found(position, at: .after(.seconds(seconds))).map(\.rawValue)
  }

  private mutating func fail(_ kind: FailureKind = .locationNoFix, at seconds: Double = 0) -> [String] {
    machine.failed(.sample(kind), at: .after(.seconds(seconds))).map(\.rawValue)
  }

  private mutating func wake(at seconds: Double) -> [String] {
    machine.timePassed(at: .after(.seconds(seconds))).map(\.rawValue)
  }

  private mutating func leave(_ id: String) -> LocationMachine.Action? {
    machine.unsubscribe([SubscriptionID(rawValue: id)])
  }

  // MARK: Starting and stopping

  @Test mutating func `the first starts the provider, the last stops it`() {
    #expect(join() == .start)
    #expect(join() == .none)
    #expect(leave("l1") == LocationMachine.Action.none)
    #expect(leave("l2") == .stop)
  }

  @Test mutating func `whoever has left is not known any more`() {
    _ = join()
    #expect(leave("l2") == nil)
    #expect(leave("l1") == .stop)
    #expect(leave("l1") == nil)
  }

  @Test mutating func `a name is never used again`() {
    for number in 1...5 {
      #expect(join() == .start)
      #expect(leave("l\(number)") == .stop)
    }
  }

  @Test mutating func `a guest keeps the provider going as a subscriber does`() {
    #expect(machine.guestCame() == .start)
    #expect(join() == .none)
    #expect(leave("l1") == LocationMachine.Action.none)
    #expect(machine.guestLeft() == .stop)
  }

  @Test(arguments: 0..<200)
  func `in any order the provider runs exactly while someone wants it`(seed: UInt64) {
    var machine = LocationMachine()
    var chance = SplitMix64(seed: seed)
    var (open, guests, runs): ([SubscriptionID], Int, Bool) = ([], 0, false)
    for _ in 0..<100 {
      var action = LocationMachine.Action.none
      switch chance.next(in: 0...3) {
      case 0:
        let begun = machine.subscribe(LocationFilter())
        open.append(begun.id)
        action = begun.action
      case 1 where !open.isEmpty:
        action = machine.unsubscribe([open.remove(at: chance.next(in: 0...open.count - 1))]) ?? .none
      case 2:
        guests += 1
        action = machine.guestCame()
      case 3 where guests > 0:
        guests -= 1
        action = machine.guestLeft()
      default: continue
      }
      #expect(action != .start || !runs)
      #expect(action != .stop || runs)
      if action != .none { runs = action == .start }
      #expect(runs == (!open.isEmpty || guests > 0) && machine.isRunning == runs)
    }
  }

  // MARK: Snapshots

  @Test func `before anything comes it is loading, without a place`() {
    #expect(machine.snapshot == LocationSnapshot())
    #expect(machine.snapshot.status == .loading && machine.snapshot.position == nil)
  }

  @Test mutating func `a position makes it loaded`() {
    _ = join()
    #expect(move(to: 1, at: 3) == ["l1"])
    #expect(machine.snapshot.status == .loaded && machine.snapshot.revision == 1)
    #expect(machine.snapshot.timestamp == Moment.after(.seconds(3)).time)
  }

  @Test mutating func `an equal position moves the time alone`() {
    _ = join()
    _ = move(to: 1, at: 3)
    #expect(move(to: 1, at: 4) == [])
    #expect(machine.snapshot.revision == 1)
    #expect(machine.snapshot.timestamp == Moment.after(.seconds(4)).time)
  }

  @Test mutating func `a failure keeps the place, and the next position ends it`() {
    _ = join()
    _ = move(to: 1, at: 3)
    #expect(fail(at: 9) == ["l1"])
    #expect(machine.snapshot.status == .failed && machine.snapshot.failure?.kind == .locationNoFix)
    #expect(machine.snapshot.position?.coordinate.latitude == 1)
    #expect(machine.snapshot.timestamp == Moment.after(.seconds(3)).time)
    #expect(move(to: 1, at: 10) == ["l1"])
    #expect(machine.snapshot.status == .loaded && machine.snapshot.failure == nil)
    #expect(machine.snapshot.revision == 3)
  }

  @Test mutating func `the same failure again is not reported`() {
    _ = join()
    _ = fail(at: 1)
    #expect(fail(at: 2) == [])
    #expect(machine.snapshot.revision == 1)
    #expect(fail(.locationNoDevice, at: 3) == ["l1"])
  }

  @Test mutating func `a provider that starts again knows nothing yet, and revisions go on`() {
    _ = join()
    _ = move(to: 1)
    _ = leave("l1")
    _ = join()
    #expect(machine.snapshot.status == .loading && machine.snapshot.position == nil)
    #expect(machine.snapshot.revision == 2)
  }

  // MARK: Who is notified

  @Test mutating func `a subscriber without its response yet is not notified`() {
    _ = join()
    _ = machine.subscribe(LocationFilter())
    #expect(move(to: 1) == ["l1"])
    machine.responded(to: SubscriptionID(rawValue: "l2"), at: .start)
    #expect(wake(at: 100) == [])
    #expect(move(to: 2) == ["l1", "l2"])
  }

  @Test mutating func `a subscription that has ended is not notified`() {
    _ = join(minInterval: 10)
    _ = join()
    _ = move(to: 1)
    _ = move(to: 2, at: 1)
    _ = leave("l1")
    #expect(machine.wakeAt == nil)
    #expect(move(to: 3, at: 20) == ["l2"])
  }

  @Test mutating func `within the interval only the newest is kept, and reported when it ends`() {
    _ = join()
    _ = join(minInterval: 10)
    #expect(move(to: 1, at: 5) == ["l1", "l2"])
    #expect(move(to: 2, at: 6) == ["l1"])
    #expect(move(to: 3, at: 7) == ["l1"])
    #expect(machine.wakeAt == .seconds(15))
    #expect(wake(at: 14.9) == [])
    #expect(wake(at: 15) == ["l2"])
    #expect(machine.wakeAt == nil)
    #expect(move(to: 4, at: 26) == ["l1", "l2"])
  }

  @Test mutating func `the distance counts from the last reported position`() {
    _ = join(minDistance: 1_000)
    #expect(move(to: 0) == ["l1"])
    // A thousandth of a degree is 111.2 metres.
    for step in 1...8 { #expect(move(to: Double(step) / 1_000, at: Double(step)) == []) }
    #expect(move(to: 0.009, at: 9) == ["l1"])
    #expect(move(to: 0.017, at: 10) == [])
    #expect(move(to: 0.018, at: 11) == ["l1"])
  }

  @Test mutating func `without a distance, a standstill is reported when something else has changed`() {
    _ = join()
    _ = join(minDistance: 1)
    let here = Position(Coordinate(latitude: 1, longitude: 0))
    var (higher, turned) = (here, here)
    higher.altitude = 7
    turned.heading = 90
    let notified = [here, higher, turned, turned].map { machine.found($0, at: .start).map(\.rawValue) }
    #expect(notified == [["l1", "l2"], ["l1"], ["l1"], []])
  }

  @Test mutating func `a return to the reported place is not reported`() {
    _ = join(minInterval: 10, minDistance: 1_000)
    _ = move(to: 0, at: 0)
    #expect(move(to: 1, at: 1) == [])
    #expect(machine.wakeAt == .seconds(10))
    #expect(move(to: 0.001, at: 2) == [])
    #expect(machine.wakeAt == nil)
  }

  @Test mutating func `failing and recovering pass every filter at once`() {
    _ = join(minInterval: 3_600, minDistance: 20_000_000)
    #expect(move(to: 1, at: 1) == ["l1"])
    #expect(fail(at: 2) == ["l1"])
    #expect(fail(.locationUnavailable, at: 3) == ["l1"])
    #expect(move(to: 1, at: 4) == ["l1"])
    #expect(move(to: 2, at: 5) == [])
  }
}
