import Reactor

/// Whether this process is in a sandbox, in which no daemon is started that would serve others from inside it.
struct Sandbox: Hashable {
  /// What marks it, as /proc/self/status names it.
  let mark: String

  private static let marks = ["Seccomp", "NoNewPrivs"]

  /// - Parameters:
  ///   - own: The file `status` of this process, proc(5).
  ///   - first: That of process 1; nil where it cannot be read.
  /// - Returns: nil where there is none: a container whose first process is marked too is as a whole no sandbox of ours.
  init?(_ own: [UInt8], first: [UInt8]?) {
    let marked = Self.marks.first { name in
      guard let value = Self.value(of: name, in: own), value != "0" else { return false }
      return first.flatMap { Self.value(of: name, in: $0) } != value
    }
    guard let marked else { return nil }
    mark = marked
  }

  /// The sandbox of this process.
  static var present: Sandbox? {
    guard let own = BriefFile.contents("/proc/self/status") else { return nil }
    return Sandbox(own, first: BriefFile.contents("/proc/1/status"))
  }

  private static func value(of name: String, in status: [UInt8]) -> String? {
    let line = status.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: Array("\(name):".utf8)) }
    guard let value = line?.split(separator: UInt8(ascii: ":"), maxSplits: 1).last else { return nil }
    return String(decoding: value.filter { $0 > 0x20 }, as: UTF8.self)
  }
}
