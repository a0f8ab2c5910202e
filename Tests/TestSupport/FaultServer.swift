import Glibc
import Synchronization

/// A server on 127.0.0.1 that plays a script byte for byte; most scripts are faults.
///
/// Every connection gets a thread of its own, which reads one request, takes the steps of its path, closes
/// and ends. It ends by itself: after the last step, when the client is gone, or after ``patience``.
package final class FaultServer: Sendable {
  /// What is done on a connection, in order; after the last step it is closed.
  package enum Step: Sendable {
    case send([UInt8])
    /// Sends the text again and again until the client is gone.
    case flood(String)
    /// Sends the text byte by byte, and again from its beginning, until the client is gone.
    case drip(String, everyMilliseconds: CInt)
    /// Waits for another request, whatever its path.
    case awaitRequest
    /// Sends the text in response to each further request on the connection.
    case respond(String)
    /// Waits until the client has sent something, and takes it.
    case awaitBytes
    /// Says nothing until the client is gone.
    case hold
    /// Breaks off with a reset in place of a close.
    case reset

    package static func send(_ text: String) -> Step { .send(Array(text.utf8)) }
  }

  /// How long a connection is served at most between two steps, in milliseconds.
  ///
  /// Only a client that never leaves lasts as long.
  static let patience: CInt = 600_000

  package let port: UInt16
  private let connecting: AcceptLoop
  private let log = RequestLog()

  /// What is done for a path that is not named.
  package static let notFound = [Step.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")]

  /// Serves each path with its steps, and any other with those that are left; a path without a query is for
  /// all queries that are not named.
  ///
  /// - Parameter socket: Where it listens; the server closes it.
  package convenience init(
    _ steps: [String: [Step]], otherwise: [Step] = FaultServer.notFound,
    on socket: LoopbackSocket = LoopbackSocket()
  ) {
    self.init(on: socket) { connection in
      guard let request = connection.readRequest() else { return }
      connection.take(steps[request.path] ?? steps[request.pathWithoutQuery] ?? otherwise)
    }
  }

  /// Serves the first request with the first steps and so on, whatever the path.
  ///
  /// The last steps are for all that come later. Every connection is closed after its first request.
  package convenience init(inTurn steps: [[Step]]) {
    let turn = Atomic<Int>(0)
    self.init { connection in
      guard connection.readRequest() != nil else { return }
      let number = turn.wrappingAdd(1, ordering: .relaxed).oldValue
      connection.take(steps[min(number, steps.count - 1)])
    }
  }

  /// Takes the steps on every connection at once, without waiting for a request.
  package convenience init(onConnect steps: [Step]) {
    self.init { $0.take(steps) }
  }

  private init(
    on socket: LoopbackSocket = LoopbackSocket(), serve: @escaping @Sendable (FaultConnection) -> Void
  ) {
    port = socket.port
    connecting = AcceptLoop(socket.descriptor) { [log] descriptor in
      log.clientCame()
      detachThread { serve(FaultConnection(descriptor: descriptor, log: log)) }
    }
  }

  deinit {
    connecting.end()
  }

  package func url(_ path: String, scheme: String = "http") -> String {
    "\(scheme)://127.0.0.1:\(port)\(path)"
  }

  /// The requests so far, headers included, in the order in which they came.
  package var requests: [String] { log.all }
  /// How many connections clients have made.
  package var connections: Int { log.connections }
  /// How many clients closed their connection while the server held it open (``Step/hold``).
  package var departures: Int { log.departures }
}

/// What was asked of a server; filled by the threads of its connections.
final class RequestLog: Sendable {
  private let requests = Mutex<[String]>([])
  private let came = Atomic<Int>(0)
  private let left = Atomic<Int>(0)

  var all: [String] { requests.withLock { $0 } }

  func append(_ request: String) {
    requests.withLock { $0.append(request) }
  }

  var connections: Int { came.load(ordering: .relaxed) }

  func clientCame() {
    came.add(1, ordering: .relaxed)
  }

  var departures: Int { left.load(ordering: .relaxed) }

  func clientLeft() {
    left.add(1, ordering: .relaxed)
  }
}

/// Runs `body` on a new thread that nobody waits for.
func detachThread(_ body: @escaping @Sendable () -> Void) {
  final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  // SAFETY: the one reference that is handed over here is taken back by the thread, once.
  let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
  let code = unsafe pthread_create(
    &thread, nil,
    { work in
      guard let work = unsafe work else { return nil }
      unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
      return nil
    }, work)
  precondition(code == 0, "no thread")
  pthread_detach(thread)
}
