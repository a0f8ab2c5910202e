import Engine
import Testing

@testable import StatusServer

@Suite struct SessionLifeTests {
  /// What can happen to a session, as a value.
  enum Event: Hashable, Sendable {
    case shutdown, exit
    case inputEnded(waiting: Int)
    case callEnded(waiting: Int)
    case written, deadline, readerLeft
  }

  private static func actions(_ events: [Event]) -> [SessionLife.Action] {
    var life = SessionLife()
    return events.map { event in
      switch event {
      case .shutdown:
        life.shutdownRequested()
        return .none
      case .exit: return life.exitRequested()
      case .inputEnded(let waiting): return life.inputEnded(waiting: waiting)
      case .callEnded(let waiting):
        life.callEnded(waiting: waiting)
        return .none
      case .written: return life.outputWritten()
      case .deadline: return life.deadlinePassed()
      case .readerLeft: return life.readerLeft()
      }
    }
  }

  @Test(
    arguments: [
      ([.written], [.none]),
      ([.deadline, .callEnded(waiting: 0), .deadline], [.refuseWaiting, .none, .end(status: 1)]),
      ([.inputEnded(waiting: 0), .written], [.drain, .end(status: 0)]),
      (
        [
          .inputEnded(waiting: 2), .written, .callEnded(waiting: 1), .written, .callEnded(waiting: 0),
          .written,
        ],
        [.drain, .none, .none, .none, .none, .end(status: 0)]
      ),
      (
        [.inputEnded(waiting: 1), .deadline, .callEnded(waiting: 0), .written],
        [.drain, .refuseWaiting, .none, .end(status: 0)]
      ),
      (
        [.inputEnded(waiting: 1), .deadline, .callEnded(waiting: 0), .deadline],
        [.drain, .refuseWaiting, .none, .end(status: 1)]
      ),
      ([.inputEnded(waiting: 0), .deadline, .written], [.drain, .none, .end(status: 0)]),
      ([.inputEnded(waiting: 0), .deadline, .deadline], [.drain, .none, .end(status: 1)]),
      (
        [.inputEnded(waiting: 0), .inputEnded(waiting: 0), .exit, .written],
        [.drain, .none, .none, .end(status: 0)]
      ),
      ([.exit, .callEnded(waiting: 0), .written], [.refuseWaiting, .none, .end(status: 1)]),
      (
        [.shutdown, .exit, .callEnded(waiting: 0), .written], [.none, .refuseWaiting, .none, .end(status: 0)]
      ),
      ([.shutdown, .inputEnded(waiting: 0), .written], [.none, .drain, .end(status: 0)]),
      (
        [.exit, .inputEnded(waiting: 0), .callEnded(waiting: 0), .deadline, .deadline],
        [.refuseWaiting, .none, .none, .none, .end(status: 1)]
      ),
      ([.callEnded(waiting: 0), .written], [.none, .none]),
      ([.readerLeft, .readerLeft], [.end(status: 0), .none]),
      (
        [.inputEnded(waiting: 1), .readerLeft, .callEnded(waiting: 0), .written],
        [.drain, .end(status: 0), .none, .none]
      ),
      ([.readerLeft, .inputEnded(waiting: 0), .exit, .deadline], [.end(status: 0), .none, .none, .none]),
    ] as [([Event], [SessionLife.Action])])
  func `every end goes the same way`(events: [Event], actions: [SessionLife.Action]) {
    #expect(Self.actions(events) == actions)
  }

  @Test func `after shutdown messages are received and requests not served`() {
    var life = SessionLife()
    #expect(life.isReceiving && life.isServing)
    life.shutdownRequested()
    #expect(life.isReceiving && !life.isServing)
  }

  @Test func `a session that ends receives and serves nothing`() {
    var life = SessionLife()
    _ = life.exitRequested()
    #expect(!life.isReceiving && !life.isServing)
  }
}
