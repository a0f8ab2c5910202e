import Foundation
import TestSupport
import Testing

/// Time and chance are inputs: what is thrown at the daemon does not matter, as long as it is the same.
@Suite(.timeLimit(.minutes(10))) struct RandomSessionTests {
  /// What fails, succeeds and takes long, small enough to be reported thousands of times.
  private static let scenario = """
    [resources.state]
    end = "cycle"
    steps = [
      { then = "ok" }, { then = "serverError" }, { then = "timeout", after = 0.5 }, { then = "offline" },
      { after = 12, then = "ok" }, { then = "tooManyRequests", retryAfter = 20 }, { then = "ok", body = "<" },
    ]
    [resources.menu]
    end = "cycle"
    steps = [
      { then = "ok", value = [] }, { then = "connectionLost" }, { then = "unauthorized" }, { then = "notModified" },
    ]
    """

  @Test func `ten thousand random steps give the same bytes twice`() throws {
    let scenario = try TemporaryFile(Self.scenario, named: ".toml")
    let input = try TemporaryFile(Self.steps(10_000).joined(separator: "\n"))
    let first = try output(of: input, scenario)
    #expect(try output(of: input, scenario) == first)
    #expect(first.count { $0 == UInt8(ascii: "\n") } > 10_000)
  }

  private func output(of input: TemporaryFile, _ scenario: TemporaryFile) throws -> [UInt8] {
    let file = try FileHandle(forReadingFrom: URL(filePath: input.path))
    let daemon = try DaemonProcess(
      [
        "--clock", "manual", "--seed", "3", "--scenario", scenario.path, "--log-level", "critical",
        "--drain-timeout", "0.1",
      ],
      input: .descriptor(file.fileDescriptor))
    let output = Array(try daemon.output.rest().utf8)
    #expect(try daemon.wait() == 0)
    return output
  }

  private static func steps(_ count: Int) -> [String] {
    var chance = SeededGenerator(seed: 20)
    return (0..<count).map { number in
      let resource = Bool.random(using: &chance) ? "state" : "menu"
      return switch Int.random(in: 0..<10, using: &chance) {
      case 0: Fixtures.request("getState", id: number, "[\"\(resource)\"]")
      case 1, 2: Fixtures.request("refresh", id: number, "[\"\(resource)\"]")
      case 3: Fixtures.request("refresh", id: number, #"{"timeout":1.5}"#)
      case 4:
        Fixtures.request(
          "setAutoPolling", id: number, "[\(Bool.random(using: &chance)), 3, \"\(resource)\"]")
      case 5:
        #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":[\#(number - Int.random(in: 0..<9, using: &chance))]}"#
      case 6:
        Fixtures.request(
          "retry", id: number,
          #"{"optionId":"\#(["tryAgain", "tryLater", "cancel", "useLastKnown"].randomElement(using: &chance) ?? "")"}"#
        )
      default:
        Fixtures.request(
          "advanceClock", id: number, "[\(Double(Int.random(in: 0..<4_000, using: &chance)) / 1_000)]")
      }
    }
  }
}
