import Glibc

/// The distribution of Linux that this process runs on, os-release(5).
package enum OperatingSystem {
  /// `ID`, then those of `ID_LIKE`, nearest first; empty where nothing says.
  package static var identifiers: [String] {
    for path in ["/etc/os-release", "/usr/lib/os-release"] {
      if let text = beginning(of: path) { return identifiers(in: text) }
    }
    return []
  }

  /// Those that the text of the file names.
  package static func identifiers(in text: String) -> [String] {
    var values: [Substring: Substring] = [:]
    for line in text.utf8.split(separator: UInt8(ascii: "\n")).map({ Substring($0) }) {
      guard let sign = line.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
      values[line[..<sign]] = line[line.index(after: sign)...]
    }
    let names = [values["ID"], values["ID_LIKE"]].compactMap(\.self).joined(separator: " ")
    return names.utf8.split { [UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "'")].contains($0) }
      .map { String(Substring($0)) }
  }

  /// As much as such a file ever has.
  private static func beginning(of path: String) -> String? {
    // Non-blocking, since opening a pipe would wait for its writer.
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    // SAFETY: the kernel writes at most as many bytes as the array has.
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
