import CLinux
import Glibc

/// What this process has in memory.
package enum ResidentMemory {
  /// Bytes, by `/proc/self/statm` (proc(5)); 0 where there is none.
  package static var bytes: Int {
    let descriptor = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    var text = [UInt8](repeating: 0, count: 128)
    // SAFETY: the kernel writes at most `count` bytes into the array.
    let count = unsafe text.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    guard let gap = text.prefix(max(0, count)).firstIndex(of: UInt8(ascii: " ")) else { return 0 }
    // The second number is that of resident pages.
    let digits = text[(gap + 1)...].prefix { 0x30...0x39 ~= $0 }
    return digits.reduce(0) { $0 * 10 + Int($1 & 0xF) } * sysconf(CInt(_SC_PAGESIZE))
  }

  /// From now on, blocks of 256 KiB or more go back to the system as soon as they are freed.
  ///
  /// Otherwise the C library learns from the first large block to be freed: later ones, up to its size, come
  /// from the heap, whose end may lie in use for as long as the process lives (mallopt(3), M_MMAP_THRESHOLD).
  package static func returnLargeBlocks() {
    _ = mallopt(CInt(M_MMAP_THRESHOLD), 262_144)
  }

  /// Gives back what many small blocks have left free in the heap; it takes time in proportion to the heap.
  package static func returnFreedBlocks() {
    _ = malloc_trim(0)
  }
}
