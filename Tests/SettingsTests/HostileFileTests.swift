import TestSupport
import Testing

@testable import Settings

/// Files that nobody would write: the daemon reads its file again while it runs, and must not end by it.
struct HostileFileTests {
  @Test(arguments: [
    (String(repeating: "a.", count: 40_000) + "a = 1", "line 1, column 1: more than 128 dots on one line"),
    (
      "[" + String(repeating: "a.", count: 40_000) + "a]", "line 1, column 1: more than 128 dots on one line"
    ),
    (
      "a = " + String(repeating: "[", count: 300),
      "line 1, column 21: arrays and tables are more than 16 deep within each other"
    ),
    (
      "\na = " + String(repeating: "{a = ", count: 100),
      "line 2, column 85: arrays and tables are more than 16 deep within each other"
    ),
    (
      "a\u{0} = 1",
      "line 1, column 2: = must follow the key; a key with other characters than letters, digits, - and _ stands in quotes"
    ),
  ])
  func `a deep or broken TOML file is refused`(toml: String, sentence: String) {
    #expect(problem(toml: toml) == "FILE: \(sentence)")
  }

  @Test(arguments: [
    (String(repeating: "{\"a\":", count: 300), "line 1, column 1: nested more than 32 deep"),
    (String(repeating: "[", count: 300), "line 1, column 1: nested more than 32 deep"),
    ("[1" + String(repeating: ",1", count: 100_000), "line 1, column 1: more than 100000 values"),
  ])
  func `a deep or wide JSON file is refused`(json: String, sentence: String) {
    #expect(problem(json: json) == "FILE: \(sentence)")
  }

  @Test func `keys as deep as they may be are read`() {
    // 16 tables within each other, with 128 dots between the parts of each key, one a line.
    let key = Array(repeating: "a", count: 129).joined(separator: ".")
    let text = String(repeating: "\(key) = [{\n", count: 1).replacing("{\n", with: "\n{") + key + " = 1}]"
    #expect(problem(toml: "[\(key)]\n\(text)")?.hasPrefix("FILE: a is unknown") == true)
  }

  @Test func `comments may have dots as they like`() {
    #expect(problem(toml: "  # " + String(repeating: ".", count: 1_000)) == nil)
  }

  @Test(arguments: 1..<5)
  func `whatever is changed in a file, it is read or refused in one line`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      for line in [
        problem(toml: mutated(Self.toml, &generator)), problem(json: mutated(Self.json, &generator)),
      ] {
        guard let line else { continue }
        #expect(line.hasPrefix("FILE: ") && !line.contains("\n") && !line.contains("s3cret"))
      }
    }
  }

  private func mutated(_ text: String, _ generator: inout SeededGenerator) -> String {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes.remove(at: index)
      case 1: bytes[index] = Array("\0\n\"'{}[]=.,#\\ $9a\u{7F}".utf8).randomElement(using: &generator) ?? 0
      case 2: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: index)
      default: bytes.removeSubrange(index..<min(index + 8, bytes.count))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let toml = """
    minimumRequestTime = 0.3
    [resources.state]
    source = "https://status.example.org/fleet.json"
    timeout = 10
    retry = { attempts = 3, base = 0.2, cap = 5 }
    autoPolling = { enabled = false, interval = 10 }
    [resources.state.headers]
    X = 's3cret'
    [limits]
    messageBytes = 1048576
    """
  private static let json = """
    {"minimumRequestTime": 0.3, "resources": {"state": {"source": "https://status.example.org/fleet.json",
      "timeout": 10, "retry": {"attempts": 3, "base": 2e-1, "cap": 5}, "headers": {"X": "s3cret"}}},
      "limits": {"messageBytes": 1048576}}
    """
}
