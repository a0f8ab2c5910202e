import Engine
import Glibc
import JSONRPC
import Reactor
import StatusServer

/// One session of a shared daemon, on the connection itself or on the streams of a `connect`.
@LoopActor
final class SharedSession {
  let number: Int
  private let connection: Connection
  /// The connection of `connect`; nil for a session on the connection itself.
  private let control: Control?
  /// The process that the client has named in `initialize`.
  private var client: ProcessWatch?
  /// Called once, when the session has ended and its descriptors are closed.
  var onEnd: (@LoopActor () -> Void)?

  /// What a session is made with.
  struct Terms {
    var profile = SessionProfile.native
    var framing: Framing?
    var options = SessionOptions()
  }

  /// A session on the connection itself.
  ///
  /// - Parameter first: The input that was read already.
  init(_ number: Int, on socket: CInt, first: [UInt8], _ terms: Terms, _ server: Server, _ loop: EventLoop) {
    self.number = number
    control = nil
    connection = Connection(
      Transport(owning: socket, socket), server, profile: terms.profile, framing: terms.framing, terms.options
    )
    begin(terms.profile, on: loop)
    connection.take(first)
  }

  /// A session on the streams of a `connect`, which are closed at its end.
  init(
    _ number: Int, of connect: CInt, input: CInt, output: CInt, _ terms: Terms, _ server: Server,
    _ loop: EventLoop
  ) {
    self.number = number
    control = Control(connect, loop)
    connection = Connection(
      Transport(owning: input, output), server, profile: terms.profile, framing: terms.framing, terms.options)
    control?.send(.welcome(session: number))
    begin(terms.profile, on: loop)
    control?.onHalfClosed = { [weak self] in self?.terminate() }
    control?.onGone = { [weak self] in self?.abandon() }
  }

  private func begin(_ profile: SessionProfile, on loop: EventLoop) {
    connection.onEnd = { [weak self] in self?.ended($0) }
    connection.onFailure = { [weak self] _ in self?.ended(ExitStatus.inputOutputError) }
    connection.onClientProcess = { [weak self] process in
      self?.client = ProcessWatch(process, on: loop, endsThisProcess: false) { [weak self] in self?.abandon()
      }
    }
    if !profile.beginsByItself { connection.begin() }
  }

  /// Ends it in good order.
  func terminate() { connection.terminate() }

  /// Ends it soon, because its client has gone.
  func abandon() { connection.abandon() }

  /// What is left of the time in which it has to end.
  var timeLeft: Duration { connection.timeLeft }

  private func ended(_ status: Int32) {
    connection.close()
    client = nil
    control?.end(.ended(status: status))
    let onEnd = onEnd
    self.onEnd = nil
    onEnd?()
  }
}

/// The connection of a `connect`, beside the session on its streams.
@LoopActor
private final class Control {
  private let socket: CInt
  private var watch: Watch?
  private var isClosed = false
  /// Called when `connect` writes nothing more: the session is to be drained.
  var onHalfClosed: (@LoopActor () -> Void)?
  /// Called when `connect` is gone.
  var onGone: (@LoopActor () -> Void)?

  init(_ socket: CInt, _ loop: EventLoop) {
    self.socket = socket
    // Unowned: the watch ends with this object.
    watch = loop.watch(socket, for: .readable) { [unowned self] in ready($0) }
  }

  isolated deinit {
    close()
  }

  func send(_ answer: SharingLine.Answer) {
    LocalSocket.send(SharingLine.text(of: answer, process: ThisProcess.id), to: socket)
  }

  /// Says the last word.
  func end(_ answer: SharingLine.Answer) {
    if !isClosed { send(answer) }
    close()
  }

  private func ready(_ readiness: Readiness) {
    if readiness.contains(.hungUp) || readiness.contains(.failed) {
      watch?.cancel()
      onGone?()
    } else if case .end = LocalSocket.receive(from: socket, atMost: 512, descriptors: 0) {
      // Its end is seen without being waited for.
      watch?.events = []
      onHalfClosed?()
    }
  }

  private func close() {
    guard !isClosed else { return }
    isClosed = true
    watch?.cancel()
    Glibc.close(socket)
  }
}
