internal import Foundation
internal import StatusdTypes

/// Writes to the daemon's standard input, in the order of the calls, on a thread that may wait for the daemon.
final class InputWriter: Sendable {
  /// Nil once it is closed.
  ///
  /// Used on `queue` alone, but for the compiler, which cannot know that.
  private let descriptor: Locked<Int32?>
  private let queue = DispatchQueue(label: "statusd.input")

  init(_ descriptor: Int32) {
    self.descriptor = Locked(descriptor)
    #if canImport(Darwin)
      _ = fcntl(descriptor, F_SETNOSIGPIPE, 1)
    #endif
  }

  /// Returns at once.
  ///
  /// That nobody reads shows by the end of the daemon's output.
  func write(_ bytes: Data) {
    queue.async { [self] in
      descriptor.withLock { descriptor in
        guard let open = descriptor, !Self.writeAll(bytes, to: open) else { return }
        _ = Foundation.close(open)
        descriptor = nil
      }
    }
  }

  /// Ends the daemon's input behind what was written.
  func close() {
    queue.async { [self] in
      descriptor.withLock { descriptor in
        if let open = descriptor { _ = Foundation.close(open) }
        descriptor = nil
      }
    }
  }

  private static func writeAll(_ bytes: Data, to descriptor: Int32) -> Bool {
    withoutPipeSignal {
      unsafe bytes.withUnsafeBytes { buffer in
        var offset = 0
        while offset < bytes.count {
          // What is left of `bytes`, which is not touched meanwhile: `offset` is less than its count.
          let start = unsafe buffer.baseAddress?.advanced(by: offset)
          let count = unsafe Foundation.write(descriptor, start, bytes.count - offset)
          if count < 0, errno == EINTR { continue }
          guard count >= 0 else { return false }
          offset += count
        }
        return true
      }
    }
  }

  /// A daemon that is gone is an error of `write` and no signal, which would end this process.
  private static func withoutPipeSignal(_ body: () -> Bool) -> Bool {
    #if canImport(Darwin)
      return body()
    #else
      var pipe = sigset_t()
      var before = sigset_t()
      unsafe sigemptyset(&pipe)
      unsafe sigaddset(&pipe, SIGPIPE)
      // Of this thread alone, to which the signal of its own `write` goes. It is taken back before it is let through.
      unsafe pthread_sigmask(SIG_BLOCK, &pipe, &before)
      let isWritten = body()
      if !isWritten {
        var now = timespec()
        unsafe sigtimedwait(&pipe, nil, &now)
      }
      unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
      return isWritten
    #endif
  }
}
