import Foundation
import Glibc
import TestSupport

extension DaemonProcess {
  /// Bytes of memory that the daemon has now (VmRSS).
  var residentBytes: Int {
    get throws { try status("VmRSS") }
  }

  /// The most that it has ever had (VmHWM).
  var peakBytes: Int {
    get throws { try status("VmHWM") }
  }

  /// A value of proc(5)'s `status`, which is reported in KiB.
  private func status(_ name: String) throws -> Int {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(pid)/status"))
    let rows = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self).split(separator: "\n")
    guard let row = rows.first(where: { $0.hasPrefix(name + ":") }),
      let kibibytes = row.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) })
    else { throw DaemonError("no \(name): the daemon has ended") }
    return kibibytes * 1_024
  }

  /// Writes until the daemon has taken nothing for half a second; gives what is left.
  func writeUntilHeldUp(_ bytes: [UInt8]) throws -> [UInt8] {
    var rest = bytes[...]
    var watched = pollfd(fd: input.descriptor, events: Int16(POLLOUT), revents: 0)
    while !rest.isEmpty, poll(&watched, 1, 500) == 1 {
      let count = rest.withUnsafeBytes { Glibc.write(input.descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 || errno == EAGAIN else { throw DaemonError("the daemon has closed its input") }
      rest = rest.dropFirst(max(0, count))
    }
    return Array(rest)
  }

  /// Writes beside the test, which reads meanwhile, and ends the input.
  func feed(_ bytes: [UInt8]) {
    Thread { [input] in
      try? input.write(bytes)
      input.close()
    }.start()
  }
}

extension Int {
  /// So many mebibytes.
  static func mebibytes(_ count: Int) -> Int { count << 20 }
}
