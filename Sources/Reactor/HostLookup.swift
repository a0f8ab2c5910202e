import CLinux
import Glibc
import Synchronization

/// Finds out the addresses of a host without keeping the loop waiting.
///
/// Addresses that are written out and `localhost` are known at once. For names a thread asks: getaddrinfo(3)
/// waits for name servers, and there is no other way to all that the system is set up to ask.
@LoopActor
final class HostLookup {
  private let question: Question
  private var watch: Watch?

  /// What the thread is asked; it lives as long as either side wants it, and so does its descriptor.
  private final class Question: Sendable {
    let host: String
    let port: UInt16
    let answered: CInt
    let addresses = Mutex<[SocketAddress]>([])

    init(_ host: String, _ port: UInt16) {
      self.host = host
      self.port = port
      answered = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    }

    deinit {
      close(answered)
    }

    func answer() {
      let found = SocketAddress.addresses(of: host, port: port, isNumeric: false)
      addresses.withLock { $0 = found }
      _ = eventfd_write(answered, 1)
    }
  }

  /// The addresses of a host for which nobody has to be asked; nil for a name.
  static func known(_ host: String, port: UInt16) -> [SocketAddress]? {
    // RFC 6761 section 6.3: it is this machine, whatever name servers say.
    let literals = host == "localhost" ? ["127.0.0.1", "::1"] : [host]
    let addresses = literals.flatMap { SocketAddress.addresses(of: $0, port: port, isNumeric: true) }
    return addresses.isEmpty ? nil : addresses
  }

  /// Asks for a name; `completion` is called once and later, with nothing where there is no address.
  init(
    _ host: String, port: UInt16, on loop: EventLoop,
    completion: @escaping @LoopActor ([SocketAddress]) -> Void
  ) {
    let question = Question(host, port)
    self.question = question
    watch = loop.watch(question.answered, for: .readable) { [weak self] _ in
      self?.cancel()
      completion(question.addresses.withLock { $0 })
    }
    Self.start(question)
  }

  /// The completion is not called any more; a thread that waits for name servers ends when they do.
  func cancel() {
    watch?.cancel()
  }

  /// The thread takes no signals: those of the process are the loop's.
  ///
  /// Not isolated, because the body is called by the new thread, and a closure made in isolation would be isolated.
  private nonisolated static func start(_ question: Question) {
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    // SAFETY: the retained reference is taken back by the thread's body, which runs once, or here.
    let context = unsafe Unmanaged.passRetained(question).toOpaque()
    var thread = pthread_t()
    let code = unsafe pthread_create(&thread, nil, { unsafe HostLookup.body($0) }, context)
    guard code == 0 else {
      unsafe Unmanaged<Question>.fromOpaque(context).release()
      _ = eventfd_write(question.answered, 1)
      return
    }
    _ = pthread_detach(thread)
  }

  private nonisolated static func body(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // SAFETY: `start` passed a retained question.
    guard let context = unsafe context else { return nil }
    unsafe Unmanaged<Question>.fromOpaque(context).takeRetainedValue().answer()
    return nil
  }
}
