import Reactor

/// Reads the clicks on standard input.
@LoopActor
final class ClickReader {
  private let input: InputStream
  private var clicks: Clicks

  init(_ descriptor: CInt, of instance: String) {
    clicks = Clicks(on: instance)
    input = InputStream(descriptor: descriptor, capacity: 4_096)
  }

  /// A bar that closes its end sends no clicks any more, and reads on.
  func start(on loop: EventLoop, _ onClick: @escaping @LoopActor (Clicks.Button) -> Void) {
    input.start(on: loop) { [weak self] event in
      guard let self, case .bytes(let bytes) = event else { return }
      for button in clicks.take(bytes) { onClick(button) }
    }
  }
}
