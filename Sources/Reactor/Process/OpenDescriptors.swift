import Glibc

/// The descriptors of this process.
package enum OpenDescriptors {
  /// How many are open, by `/proc/self/fd` (proc(5)); 0 where there is none.
  package static var count: Int {
    // SAFETY: the folder is closed once, when nothing reads its entries any more.
    guard let folder = unsafe opendir("/proc/self/fd") else { return 0 }
    defer { unsafe closedir(folder) }
    var entries = 0
    while unsafe readdir(folder) != nil { entries += 1 }
    // Without `.`, `..` and the folder's own.
    return max(0, entries - 3)
  }
}
