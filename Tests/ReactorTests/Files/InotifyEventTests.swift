import Glibc
import TestSupport
import Testing

@testable import Reactor

/// Events as inotify(7) writes them.
@Suite struct InotifyEventTests {
  private static func bytes(_ numbers: [UInt32], _ name: String = "") -> [UInt8] {
    numbers.flatMap { number in unsafe withUnsafeBytes(of: number) { unsafe Array($0) } } + Array(name.utf8)
  }

  @Test func `names end at their first zero byte`() {
    let two = Self.bytes([1, 0x2, 0, 16], "value.json\0\0\0\0\0\0") + Self.bytes([2, 0x100, 0, 0])
    let events = InotifyEvent.events(in: two)
    #expect(events.map(\.number) == [1, 2])
    #expect(events.map(\.name) == [Array("value.json".utf8), []])
    #expect(events.allSatisfy { !$0.isOverflow && !$0.isEndOfDirectory })
  }

  @Test(arguments: [(0x4000 as UInt32, true, false), (0x8000, false, true), (0x800, false, true)])
  func `an overflow and the end of a directory are told apart`(mask: UInt32, isOverflow: Bool, isEnd: Bool) {
    let events = InotifyEvent.events(in: Self.bytes([UInt32(bitPattern: -1), mask, 0, 0]))
    #expect(events.map(\.number) == [-1])
    #expect(events.map(\.isOverflow) == [isOverflow] && events.map(\.isEndOfDirectory) == [isEnd])
  }

  @Test(arguments: [0, 1, 15]) func `what is cut short is no event`(count: Int) {
    #expect(InotifyEvent.events(in: Array(Self.bytes([1, 2, 0, 0]).prefix(count))).isEmpty)
  }
}

@Suite struct FileSystemTests {
  @Test(arguments: [("/proc/self", true), ("/proc/nonexistent", false), ("/", false)])
  func `what changes unseen is remote`(path: String, isRemote: Bool) {
    #expect(FileSystem.isRemote(path) == isRemote)
  }

  /// NFS, CIFS, FUSE, 9p, proc, sysfs; ext4, btrfs, xfs, tmpfs, overlayfs.
  @Test(arguments: [
    (0x6969 as UInt32, true), (0xFF53_4D42, true), (0x6573_5546, true), (0x0102_1997, true), (0x9FA0, true),
    (0x6265_6572, true), (0xEF53, false),
    (0x9123_683E, false), (0x5846_5342, false), (0x0102_1994, false), (0x794C_7630, false),
  ])
  func `file systems of the network are remote`(type: UInt32, isRemote: Bool) {
    #expect(FileSystem.isRemote(type: type) == isRemote)
  }
}
