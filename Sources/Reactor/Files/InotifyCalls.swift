import CLinux
import Glibc

/// The system calls of inotify(7), which tests replace by some that fail.
package struct InotifyCalls: Sendable {
  /// Opens a descriptor; -1 and errno on error.
  package var open: @LoopActor @Sendable () -> CInt = { inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK)) }
  /// Watches a directory: the same number for the same directory; -1 and errno on error.
  package var add: @LoopActor @Sendable (CInt, String, UInt32) -> CInt = { descriptor, directory, mask in
    unsafe inotify_add_watch(descriptor, directory, mask)
  }
  package var remove: @LoopActor @Sendable (CInt, CInt) -> Void = { descriptor, number in
    _ = inotify_rm_watch(descriptor, number)
  }

  package init() {}

  /// All that can give an entry another content, and the end of the directory itself.
  ///
  /// IN_MODIFY is among them although IN_CLOSE_WRITE follows: a program may write and keep the file open, and who
  /// waits for quiet must see that it is still writing. What is deleted but open is no entry (IN_EXCL_UNLINK).
  static let mask = UInt32(
    IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
      | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ONLYDIR | IN_EXCL_UNLINK)
}

/// One event that was read, `struct inotify_event`.
struct InotifyEvent {
  /// The directory's number; -1 for an overflow.
  let number: CInt
  private let mask: UInt32
  /// The entry's name; empty for the directory itself.
  let name: [UInt8]

  var isOverflow: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }

  /// Whether the directory is no longer where it was; IN_IGNORED follows its removal and its unmounting.
  var isEndOfDirectory: Bool { mask & UInt32(IN_IGNORED | IN_MOVE_SELF) != 0 }

  /// What a read brings at most: enough for 256 events of long names.
  private static let capacity = 16_384

  /// The events that have come; what does not fit is left for the next turn of the loop.
  static func read(from descriptor: CInt) -> [InotifyEvent] {
    // SAFETY: the kernel writes at most `capacity` bytes, of which `count` are then looked at.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = unsafe max(Glibc.read(descriptor, buffer.baseAddress, capacity), 0)
    }
    return events(in: bytes)
  }

  /// The events in what was read: a header of four 32-bit numbers (number, mask, cookie, length), and a name of that
  /// length, filled up with zero bytes.
  static func events(in bytes: [UInt8]) -> [InotifyEvent] {
    var events: [InotifyEvent] = []
    var rest = bytes[...]
    while rest.count >= 16 {
      let header = rest.prefix(16)
      let length = Int(number(header.suffix(4)))
      let name = rest.dropFirst(16).prefix(length)
      events.append(
        InotifyEvent(
          number: CInt(bitPattern: number(header.prefix(4))), mask: number(header.dropFirst(4).prefix(4)),
          name: Array(name.prefix { $0 != 0 })))
      rest = rest.dropFirst(16 + length)
    }
    return events
  }

  /// A number in the order of this machine's bytes.
  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    let little = bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return UInt32(littleEndian: little)
  }
}
