import Reactor
import TestSupport
import Testing

/// The invariants of a session whose client asks for more instances than there may be.
@Suite struct RandomInstanceTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `sessions of random arguments keep the promises`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var lines = ""
    for id in 1...200 { lines += Self.call(id, using: &random) + "\n" }
    try SessionInvariants.check(SessionInput.crowded + Array(lines.utf8))
  }

  private static func call(_ id: Int, using random: inout SeededGenerator) -> String {
    func one(of choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }
    let values = ["1", "2", "3", "é", "e\u{301}", "..", "", "a/b", #"\u0000"#]
    let names = ["a", "b", "a", "b", "c"]
    let (first, second) = (one(of: names), one(of: values.prefix(5) + values))
    let arguments = one(of: [
      #"{"a":"\#(one(of: values))","b":"x"}"#, #"{"a":"1","b":"\#(second)"}"#, #"{"\#(first)":"1"}"#, "[]",
      "null",
    ])
    let params = #""resource":"build","arguments":\#(arguments)"#
    let call = one(of: [
      #""getState","params":{\#(params)}"#, #""refresh","params":{\#(params)}"#,
      #""refresh","params":{\#(params)}"#,
      #""setAutoPolling","params":{"enabled":\#(one(of: ["true", "false"])),\#(params)}"#, #""retry""#,
      #""listResources""#, #""getState","params":{"resource":"menu","arguments":\#(arguments)}"#,
      #""$/cancelRequest","params":[\#(Int.random(in: 1...id, using: &random))]"#,
    ])
    let identity = call.hasPrefix(#""$"#) ? "" : #""id":\#(id),"#
    return #"{"jsonrpc":"2.0",\#(identity)"method":\#(call)}"#
  }
}
