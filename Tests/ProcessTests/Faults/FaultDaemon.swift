import Foundation
import TestSupport

/// A daemon with a configuration file that names a resource of shape `menu` for each of some sources.
final class FaultDaemon {
  struct Resource {
    let name: String
    let source: String
    /// More lines of its table.
    var lines: [String] = []

    fileprivate var table: String {
      (["[resources.\(name)]", "source = \"\(source)\"", "shape = \"menu\""] + lines).joined(separator: "\n")
    }
  }

  let process: DaemonProcess
  private let configuration: TemporaryFile

  /// Failures are reported at once, without a minimum time.
  init(_ resources: [Resource], _ arguments: [String] = [], test: String = #function) throws {
    let tables = ["minimumRequestTime = 0"] + resources.map(\.table)
    configuration = try TemporaryFile(tables.joined(separator: "\n\n"), named: ".toml")
    process = try DaemonProcess(["--config", configuration.path] + arguments, test: test)
  }

  func refresh(_ name: String) throws -> Message {
    try process.call("refresh", #"{"resource":"\#(name)"}"#)
  }

  /// Refreshes all resources at once; returns their responses and delays, in the order of the names.
  func refreshAll(_ names: [String]) throws -> [(response: Message, after: Duration)] {
    let start = ContinuousClock.now
    for (id, name) in names.enumerated() {
      try process.send(Fixtures.request("refresh", id: id, #"{"resource":"\#(name)"}"#))
    }
    var responses: [Int: (Message, Duration)] = [:]
    while responses.count < names.count {
      let message = try process.receive()
      guard let id = message.json["id"] as? Int else { continue }
      guard responses.updateValue((message, .now - start), forKey: id) == nil else {
        throw DaemonError("a second response to \(names[id])")
      }
    }
    return names.indices.map { responses[$0]! }
  }

  /// Ends the input: the messages that were still to come, and the exit status.
  func end() throws -> (messages: [Message], status: Int32) {
    process.closeInput()
    return (try process.rest(), try process.wait())
  }
}
