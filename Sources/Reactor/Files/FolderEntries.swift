import Glibc

/// What is in a folder, readdir(3).
package enum FolderEntries {
  /// The names of its entries, in order; none for a folder that cannot be read.
  package static func names(in path: String) -> [String] {
    // SAFETY: the folder is closed once, when nothing reads its entries any more.
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      // SAFETY: the name is ended by a zero within the entry, and is copied before the next one is read.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { place in
        unsafe place.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      names.append(name)
    }
    return names.sorted()
  }
}
