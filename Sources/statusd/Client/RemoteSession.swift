import Glibc
import Jansson
import Reactor
import StatusCore
import StatusServer

/// A session with a shared daemon, from the side of the client: the connection itself, a message on each line.
@LoopActor
final class RemoteSession {
  typealias Outcome = Result<JSONText, ReceivedError>

  private let input: InputStream
  private let output: OutputStream
  private var lines: LineBuffer
  /// The calls that wait, by the numbers of their requests.
  private var waiting: [Int: @LoopActor (Outcome) -> Void] = [:]
  private var count: Int
  private var isOver = false
  private let loop: EventLoop

  /// Called with each notification.
  var onNotification: (@LoopActor (ReceivedNotification) -> Void)?
  /// Called once, when the daemon is gone.
  var onEnd: (@LoopActor () -> Void)?

  /// A request: its method and its params.
  typealias Request = (method: String, params: JSONText?)

  /// A connection on which requests were answered, so that the session has begun.
  struct Opening {
    let socket: CInt
    /// What has come since.
    let lines: LineBuffer
    /// The responses to the requests that were sent, in their order.
    let outcomes: [Outcome]
    /// The response to the last of them.
    var outcome: Outcome { outcomes[outcomes.count - 1] }
  }

  init(_ opening: Opening, on loop: EventLoop) {
    self.loop = loop
    lines = opening.lines
    count = opening.outcomes.count
    input = InputStream(descriptor: opening.socket, isOwn: true)
    output = OutputStream(descriptor: opening.socket)
    output.start(on: loop)
    output.onReaderLeft = { [weak self] in self?.end() }
    input.start(on: loop) { [weak self] event in self?.received(event) }
    if lines.count > 0 { loop.onNextTurn { [weak self] in self?.readLines() } }
  }

  /// - Parameter completion: Called once, later; never when the daemon is gone.
  func call(_ method: String, _ params: JSONText?, _ completion: @escaping @LoopActor (Outcome) -> Void) {
    _ = request(method, params) { _, outcome in completion(outcome) }
  }

  /// A call that can be cancelled.
  ///
  /// - Parameter completion: As of ``call(_:_:_:)``, with the number of the request.
  /// - Returns: The number of the request.
  func request(
    _ method: String, _ params: JSONText?, _ completion: @escaping @LoopActor (Int, Outcome) -> Void
  ) -> Int {
    count += 1
    let number = count
    waiting[number] = { completion(number, $0) }
    let request = SentMessage.request(id: number, method, params)
    output.append(request.span)
    output.flush()
    return number
  }

  /// Ends the wait for a response, which comes all the same, as a failure.
  func cancel(_ request: Int) {
    call("$/cancelRequest", ClientParams.request(request)) { _ in }
  }

  func close() {
    isOver = true
    input.close()
    output.close()
  }

  private func received(_ event: InputStream.Event) {
    switch event {
    case .bytes(let bytes):
      lines.append(bytes)
      readLines()
    case .writerLeft: break
    case .end: end()
    }
  }

  private func readLines() {
    while !isOver, let line = lines.next() {
      if let message = ReceivedMessage(line) { received(message) }
    }
  }

  private func received(_ message: ReceivedMessage) {
    switch message {
    case .notification(let notification): onNotification?(notification)
    case .response(let id, let outcome): waiting.removeValue(forKey: id)?(outcome)
    }
  }

  private func end() {
    guard !isOver else { return }
    close()
    onEnd?()
  }
}

extension RemoteSession.Opening {
  /// How long a daemon that has taken the connection may take to answer.
  private static let patience = Duration.seconds(5)

  /// Begins a session with requests that are answered at once.
  ///
  /// - Returns: nil if the daemon has closed the connection before it has answered, which it does when it is leaving.
  static func begin(
    on socket: CInt, with requests: [RemoteSession.Request], at place: SharedPlace
  ) throws(SharingProblem) -> RemoteSession.Opening? {
    let texts = requests.enumerated().map { SentMessage.request(id: $0 + 1, $1.method, $1.params) }
    do throws(SystemError) {
      try LocalClient.send(Array(texts.joined()), to: socket)
    } catch {
      OwnDescriptor.close(socket)
      if [EPIPE, ECONNRESET].contains(error.errno) { return nil }
      throw SharingProblem(ExitStatus.noPermission, "the daemon cannot be written to: \(error)")
    }
    return try answer(on: socket, to: requests.count, at: place)
  }

  private static func answer(
    on socket: CInt, to count: Int, at place: SharedPlace
  ) throws(SharingProblem) -> RemoteSession.Opening? {
    var lines = LineBuffer()
    // Requests that are answered at once are answered in their order.
    var outcomes: [RemoteSession.Outcome] = []
    let deadline = SystemTime.sinceStart + patience
    while true {
      while let line = lines.next() {
        // A notification that overtakes the response says nothing that the response does not.
        guard case .response(let id, let outcome)? = ReceivedMessage(line) else { continue }
        if id == 0, case .failure(let error) = outcome {
          OwnDescriptor.close(socket)
          throw SharingProblem(ExitStatus.temporary, error.failure.failureReason)
        }
        outcomes.append(outcome)
        guard id == count else { continue }
        return RemoteSession.Opening(socket: socket, lines: lines, outcomes: outcomes)
      }
      switch LocalClient.read(socket, within: deadline - SystemTime.sinceStart) {
      case .bytes(let new, _, _): lines.append(new)
      case .end:
        OwnDescriptor.close(socket)
        return nil
      case .nothing:
        OwnDescriptor.close(socket)
        throw SharingProblem(ExitStatus.temporary, "the daemon at \(place.socket) does not answer")
      }
    }
  }
}
