import Foundation
import Reactor
import TestSupport

/// An inotify(7) on which the test says what happens, and when.
@LoopActor
final class ScriptedInotify {
  private let channel = Channel(.pipe)
  private static let number: Int32 = 1

  isolated deinit {
    channel.close()
  }

  var calls: InotifyCalls {
    var calls = InotifyCalls()
    calls.open = { [channel] in dup(channel.reader) }
    calls.add = { _, _, _ in Self.number }
    calls.remove = { _, _ in }
    return calls
  }

  /// Reports that an entry of the directory was changed, and returns once that was read.
  func report(changeOf name: String) async {
    await write(Self.number, mask: 0x2, name)
  }

  /// Reports that events were dropped (IN_Q_OVERFLOW).
  func reportOverflow() async {
    await write(-1, mask: 0x4000, "")
  }

  private func write(_ number: Int32, mask: UInt32, _ name: String) async {
    let header = [UInt32(bitPattern: number), mask, 0, UInt32(name.utf8.count)]
    channel.write(header.flatMap { value in withUnsafeBytes(of: value) { Array($0) } } + Array(name.utf8))
    await LoopActor.shared.loop.turns { isRead }
  }

  private var isRead: Bool {
    var polled = pollfd(fd: channel.reader, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) == 0
  }
}
