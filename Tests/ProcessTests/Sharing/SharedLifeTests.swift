import Testing

@testable import statusd

/// When a shared daemon ends.
@Suite struct SharedLifeTests {
  @Test func `it leaves when nobody has needed it for the idle time`() {
    var life = SharedLife()
    life.arrived()
    #expect(life.arrivalEnded(asSession: true) == .stopClock)
    #expect(life.sessionEnded() == .startClock)
    #expect(life.idleTimePassed() == .leave)
    #expect(life.hasLeft() == .end)
  }

  @Test func `whoever has connected when it leaves is served to the end`() {
    var life = SharedLife()
    #expect(life.idleTimePassed() == .leave)
    life.arrived()
    life.arrived()
    #expect(life.hasLeft() == .none)
    #expect(life.arrivalEnded(asSession: true) == .none)
    #expect(life.sessionEnded() == .none, "another has not said yet what it is")
    #expect(life.arrivalEnded(asSession: false) == .end)
  }

  @Test func `what is no session moves no clock`() {
    var life = SharedLife()
    life.arrived()
    #expect(life.arrivalEnded(asSession: false) == .none)
    #expect(life.idleTimePassed() == .leave)
  }

  @Test func `without its name it ends with its last session`() {
    var life = SharedLife()
    life.arrived()
    _ = life.arrivalEnded(asSession: true)
    #expect(life.nameWasLost() == .none)
    #expect(life.sessionEnded() == .leave)
    #expect(life.hasLeft() == .end)
  }

  @Test func `without its name and without a session it ends at once`() {
    var life = SharedLife()
    #expect(life.nameWasLost() == .leave)
  }

  @Test func `a signal drains, once`() {
    var life = SharedLife()
    life.arrived()
    _ = life.arrivalEnded(asSession: true)
    #expect(life.stopRequested() == .drain)
    #expect(life.isStopping && life.isLeaving)
    #expect(life.stopRequested() == .none)
    #expect(life.idleTimePassed() == .none)
    #expect(life.sessionEnded() == .end)
  }
}
