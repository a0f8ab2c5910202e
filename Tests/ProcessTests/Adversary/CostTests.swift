import Foundation
import TestSupport
import Testing

/// What a configuration of many resources costs; how many instructions exactly is measured by the benchmarks.
struct CostTests {
  /// Nanoseconds of processor time that the start takes, and one response with all resources.
  private func cost(of count: Int) throws -> Int {
    let tables = (0..<count).map { "[resources.r\($0)]\nsource = \"demo\"" }
    let file = try TemporaryFile(tables.joined(separator: "\n"), named: ".toml")
    let variables = (0..<count).map { ("STATUSD_RESOURCES_R\($0)_TIMEOUT", "5") }
    let daemon = try DaemonProcess(
      ["--config", file.path], environment: Dictionary(uniqueKeysWithValues: variables))
    let resources = try daemon.call("listResources").result?["resources"] as? [Any]
    #expect(resources?.count == count + 2)
    // proc(5): the time on the processor, the time in the queue for one, and how often.
    let times = try String(contentsOfFile: "/proc/\(daemon.pid)/schedstat", encoding: .utf8)
    return try #require(times.split(separator: " ").first.flatMap { Int($0) })
  }

  @Test func `four times as many resources and variables cost about four times as much`() throws {
    var ratios: [Double] = []
    // Once more, since another process may have taken the caches away.
    while ratios.count < 2, ratios.last ?? 6 >= 6 {
      let few = try cost(of: 500)
      ratios.append(Double(try cost(of: 2_000)) / Double(few))
    }
    #expect(ratios.contains { $0 < 6 }, "\(ratios)")
  }
}
