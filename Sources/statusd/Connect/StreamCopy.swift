import Reactor

/// Copies the standard input to a daemon, and what it writes to the standard output: for a terminal, which is never
/// handed over.
@LoopActor
final class StreamCopy {
  private let socket: CInt
  private let input: InputStream
  private let toDaemon: OutputStream
  private let fromDaemon: InputStream
  private let output: OutputStream
  private var onEnd: (@LoopActor () -> Void)?
  private var hasEnded = false

  /// With so much that waits to be written, nothing further is read.
  private static let most = 65_536

  init(_ streams: StandardStreams, over socket: CInt, on loop: EventLoop) {
    self.socket = socket
    input = InputStream(descriptor: streams.input)
    toDaemon = OutputStream(descriptor: socket)
    fromDaemon = InputStream(descriptor: socket)
    output = OutputStream(descriptor: streams.output)
    toDaemon.start(on: loop)
    output.start(on: loop)
    Self.copy(from: input, to: toDaemon, on: loop) { [weak self] in self?.inputEnded() }
    Self.copy(from: fromDaemon, to: output, on: loop) { [weak self] in self?.outputEnded() }
    output.onReaderLeft = { [weak self] in self?.outputEnded() }
  }

  /// Reads only what can be written soon.
  private static func copy(
    from source: InputStream, to target: OutputStream, on loop: EventLoop,
    _ onEnd: @escaping @LoopActor () -> Void
  ) {
    target.onDrained = { [weak source] in source?.isPaused = false }
    source.start(on: loop) { [unowned source, unowned target] event in
      switch event {
      case .bytes(let bytes):
        target.append(sharing: ArraySlice(Array(bytes)))
        target.flush()
        if target.backlog > most { source.isPaused = true }
      case .writerLeft: break
      case .end: onEnd()
      }
    }
  }

  /// The daemon has its end of input behind everything that was read.
  private func inputEnded() {
    guard toDaemon.backlog > 0 else { return LocalClient.endSending(socket) }
    toDaemon.onDrained = { [socket] in LocalClient.endSending(socket) }
  }

  /// Calls `onEnd` when everything that the daemon has written is copied; once, on a later turn or from within this call.
  func finish(_ onEnd: @escaping @LoopActor () -> Void) {
    input.close()
    self.onEnd = onEnd
    if hasEnded { outputEnded() }
  }

  private func outputEnded() {
    hasEnded = true
    guard let onEnd else { return }
    self.onEnd = nil
    guard output.backlog > 0 else { return onEnd() }
    output.onDrained = { onEnd() }
  }
}
