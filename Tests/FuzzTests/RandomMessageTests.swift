import Reactor
import TestSupport
import Testing

/// The invariants of messages and frames for random texts and for the conformance kit's messages with damage.
@Suite struct RandomMessageTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `messages of random words keep the promises`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      try MessageInvariants.check([0] + Self.message(using: &random))
    }
  }

  @LoopActor
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `damaged messages keep the promises`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let messages = FuzzInput.all("messages")
    for _ in 0..<100 {
      guard let message = messages.randomElement(using: &random) else { continue }
      try MessageInvariants.check(Self.damaged(message.bytes, using: &random))
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `damaged streams keep the promises`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let streams = FuzzInput.all("frames").filter { $0.bytes.count < 2_000 }
    for _ in 0..<100 {
      guard let stream = streams.randomElement(using: &random) else { continue }
      try FrameInvariants.check(Self.damaged(stream.bytes, using: &random))
    }
  }

  // MARK: Inputs

  /// An object of words that mean something to the daemon, mostly in their places.
  private static func message(using random: inout SeededGenerator) -> [UInt8] {
    let names = ["jsonrpc", "id", "method", "params", "result", "error", "x", #"\u0069d"#, "é"]
    let methods = [
      "getState", "refresh", "setAutoPolling", "initialize", "$/cancelRequest", "getHelp", "getHistory",
      "none",
    ]
    var members = [
      #""jsonrpc":"2.0""#, #""id":\#(scalar(using: &random))"#,
      #""method":"\#(methods.randomElement(using: &random) ?? "")""#,
      #""params":\#(params(using: &random))"#,
    ].filter { _ in Int.random(in: 0...9, using: &random) > 0 }
    if Int.random(in: 0...4, using: &random) == 0 {
      members.append("\"\(names.randomElement(using: &random) ?? "")\":\(value(depth: 1, using: &random))")
    }
    members.shuffle(using: &random)
    return Array("{\(members.joined(separator: ","))}".utf8)
  }

  private static func params(using random: inout SeededGenerator) -> String {
    let names = [
      "resource", "arguments", "timeout", "enabled", "interval", "id", "anchor", "notifications", "processId",
      "locale",
      "other", #"re\u0073ource"#, #"a\u0000"#,
    ]
    let values = (0..<Int.random(in: 0...5, using: &random)).map { _ in value(depth: 2, using: &random) }
    if Bool.random(using: &random) { return "[\(values.joined(separator: ","))]" }
    let members = values.map { "\"\(names.randomElement(using: &random) ?? "")\":\($0)" }
    return "{\(members.joined(separator: " , "))}"
  }

  private static func value(depth: Int, using random: inout SeededGenerator) -> String {
    guard depth > 0, Int.random(in: 0...3, using: &random) == 0 else { return scalar(using: &random) }
    let values = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      value(depth: depth - 1, using: &random)
    }
    if Bool.random(using: &random) { return "[\(values.joined(separator: ","))]" }
    let members = values.map { "\"\(["a", "b", #"\u0061"#].randomElement(using: &random) ?? "")\":\($0)" }
    return "{\(members.joined(separator: ","))}"
  }

  private static func scalar(using random: inout SeededGenerator) -> String {
    let scalars = [
      "null", "true", "false", "0", "-1", "10", "10.0", "1e1", "0.1", "1e400", "9223372036854775808", "1.5",
      "\"state\"", "\"menu\"", "\"\"", #""\n""#, #""\u0000""#, "\"é🛵\"", "\"a string of more than 24 bytes\"",
    ]
    return scalars.randomElement(using: &random) ?? "null"
  }

  /// The bytes with one to four of them replaced, removed, or doubled.
  private static func damaged(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard let index = bytes.indices.randomElement(using: &random) else { break }
      switch Int.random(in: 0...3, using: &random) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[index] = Array("\"\\{}[],:01eE.-+ \n\r".utf8).randomElement(using: &random) ?? 0
      case 2: bytes.remove(at: index)
      default: bytes.insert(bytes[index], at: index)
      }
    }
    return bytes
  }
}
