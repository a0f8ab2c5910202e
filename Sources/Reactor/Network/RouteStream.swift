import CLinux
import Glibc

/// Changes of this machine's links, addresses and routes as events of the loop, by rtnetlink(7).
///
/// What has changed is not read: many changes come at once, and who asks wants to know what is now.
@LoopActor
package final class RouteStream {
  package enum Event {
    /// Something has changed, or so much that the kernel gave up counting (ENOBUFS).
    case changed
    /// Nothing more is reported.
    case failed
  }

  private let descriptor: CInt
  private var watch: Watch?
  private var isOpen = true

  /// nil where the system has no such socket for this process.
  package convenience init?() {
    self.init(adopting: statusd_route_socket())
  }

  /// Takes over a datagram socket; nil for none.
  package init?(adopting descriptor: CInt) {
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
  }

  isolated deinit {
    close()
  }

  /// Calls `received` with each event, until ``close()``.
  package func start(on loop: EventLoop, _ received: @escaping @LoopActor (Event) -> Void) {
    watch = loop.watch(descriptor, for: .readable) { [weak self] _ in
      if let self { received(drain()) }
    }
  }

  /// Ends it, and gives back the descriptor.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    watch?.cancel()
    watch = nil
    Glibc.close(descriptor)
  }

  /// Takes all that waits, unread.
  private func drain() -> Event {
    var byte: UInt8 = 0
    while true {
      // SAFETY: one byte is offered; the rest of a datagram is dropped by the kernel, recv(2).
      let count = unsafe recv(descriptor, &byte, 1, CInt(MSG_DONTWAIT))
      if count > 0 { continue }
      switch errno {
      case _ where count == 0: return .failed
      case EAGAIN, ENOBUFS: return .changed
      case EINTR: continue
      default: return .failed
      }
    }
  }
}
