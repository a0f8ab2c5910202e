import Glibc
import Reactor
import StatusServer

/// A connection that has not said yet what it is.
///
/// It has 5 s to do so. One that has said nothing by then is a session on the connection itself, whose client listens;
/// a line that is begun and not finished ends it.
@LoopActor
final class Arrival {
  enum Outcome {
    /// A session on the connection itself, whose first input has come.
    case session([UInt8])
    ///
    /// `lost` for descriptors for which the process has no number left.
    case line(SharingLine.Request, descriptors: [CInt], lost: Bool)
    /// It has ended, or means nothing.
    case nothing
  }

  static let patience = Duration.seconds(5)
  /// The streams of a `connect`.
  private static let mostDescriptors = 2

  /// The connection, until whoever gets the outcome takes it.
  let descriptor: CInt
  private var opening = Opening()
  private var descriptors: [CInt] = []
  private var hasLost = false
  private var watch: Watch?
  private var timer: Timer?
  private var onOutcome: (@LoopActor (Outcome) -> Void)?

  /// - Parameter onOutcome: Called once, never from within this call; the connection is the caller's then.
  init(
    _ descriptor: CInt, on loop: EventLoop, within patience: Duration = patience,
    _ onOutcome: @escaping @LoopActor (Outcome) -> Void
  ) {
    self.descriptor = descriptor
    self.onOutcome = onOutcome
    // Unowned: both end with this arrival.
    watch = loop.watch(descriptor, for: .readable) { [unowned self] _ in read() }
    timer = loop.timers.schedule(after: patience) { [unowned self] in timeIsUp() }
  }

  isolated deinit {
    stop()
    for descriptor in descriptors { close(descriptor) }
  }

  private func read() {
    switch LocalSocket.receive(from: descriptor, atMost: opening.room, descriptors: Self.mostDescriptors) {
    case .nothing: break
    case .end: end(opening.bytes.isEmpty || opening.isLine ? .nothing : .session(opening.bytes))
    case .bytes(let bytes, let new, let lost):
      descriptors += new
      hasLost = hasLost || lost
      received(opening.append(bytes))
    }
  }

  private func received(_ event: Opening.Event) {
    switch event {
    case .incomplete: break
    case .session: end(.session(opening.bytes))
    case .tooLong: end(.nothing)
    case .line(let range):
      guard let request = SharingLine.request(opening.bytes[range].span) else { return end(.nothing) }
      let handed = descriptors
      descriptors = []
      end(.line(request, descriptors: handed, lost: hasLost))
    }
  }

  private func timeIsUp() {
    end(opening.isLine ? .nothing : .session(opening.bytes))
  }

  private func end(_ outcome: Outcome) {
    stop()
    let onOutcome = onOutcome
    self.onOutcome = nil
    onOutcome?(outcome)
  }

  private func stop() {
    watch?.cancel()
    timer?.cancel()
  }
}
