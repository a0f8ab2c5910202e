import Foundation
import Glibc
import TestSupport

extension DaemonProcess {
  /// Bytes of memory that the daemon has now (VmRSS).
  var residentBytes: Int {
    get throws { try status("VmRSS") }
  }

  /// Those of them that are no pages of files, so that the system cannot take them back (RssAnon).
  var ownBytes: Int {
    get throws { try status("RssAnon") }
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

  /// Writes until the daemon takes nothing more; gives what is left.
  ///
  /// It takes nothing more when it sleeps although there is something to read: on a busy machine, one that is only slow
  /// is ready to run.
  func writeUntilHeldUp(_ bytes: [UInt8]) throws -> [UInt8] {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard hasRoom(within: 5) else {
        if try isAsleep, !hasRoom(within: 0) { break }
        continue
      }
      let count = rest.withUnsafeBytes { Glibc.write(input.descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 || errno == EAGAIN else { throw DaemonError("the daemon has closed its input") }
      rest = rest.dropFirst(max(0, count))
    }
    return Array(rest)
  }

  private func hasRoom(within milliseconds: CInt) -> Bool {
    var watched = pollfd(fd: input.descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&watched, 1, milliseconds) == 1
  }

  /// Whether it waits for an event (state S of proc(5)).
  private var isAsleep: Bool {
    get throws {
      let text = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
      return text.split(separator: ")").last?.dropFirst().first == "S"
    }
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
