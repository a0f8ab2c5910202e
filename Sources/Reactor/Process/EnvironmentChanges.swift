import Glibc

/// How the environment of a program differs from this process's.
package struct EnvironmentChanges: Hashable, Sendable {
  /// The names of the variables that the program does not get.
  package var removing: Set<String> = []
  /// Those that it gets besides, or in place of this process's; no zero byte in them.
  package var setting: [String: String] = [:]

  package init(removing: Set<String> = [], setting: [String: String] = [:]) {
    self.removing = removing
    self.setting = setting
  }
}

extension EnvironmentChanges {
  /// The environment of the program, `NAME=VALUE` each, byte by byte as this process got it.
  var entries: [[CChar]] {
    var entries: [[CChar]] = []
    // SAFETY: environ(7) is an array of C strings that ends with NULL, and nobody in this process changes it; each
    // string is copied.
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      if !changes(unsafe String(cString: entry)) {
        entries.append(unsafe Array(UnsafeBufferPointer(start: entry, count: strlen(entry) + 1)))
      }
      unsafe next += 1
    }
    let set = setting.sorted { $0.key < $1.key }
    return entries + set.map { Array("\($0.key)=\($0.value)".utf8CString) }
  }

  private func changes(_ entry: String) -> Bool {
    let name = String(Substring(entry.utf8.prefix { $0 != UInt8(ascii: "=") }))
    return removing.contains(name) || setting[name] != nil
  }
}
