import Foundation
import TestSupport
import Testing

/// A daemon with a store, and files for its resources `a` and `b`.
final class StoreDaemon {
  let process: DaemonProcess
  private let folder: TemporaryFolder

  init(_ folder: TemporaryFolder, _ options: [String] = [], store: String? = nil, launcher: [String] = [])
    throws
  {
    self.folder = folder
    let sources = ["a", "b"].flatMap { ["--resource", "\($0)=file:\(folder.path("\($0).json"))"] }
    process = try DaemonProcess(
      ["--store", store ?? folder.path("store")] + sources + options, launcher: launcher)
  }

  func refresh(_ name: String, _ text: String) throws -> Message {
    try folder.write(text, to: "\(name).json")
    return try process.call("refresh", #"{"resource":"\#(name)"}"#)
  }

  func state(_ name: String) throws -> [String: Any] {
    try process.call("getState", #"{"resource":"\#(name)"}"#).result ?? [:]
  }

  /// Fetches one value after the other until the store refuses one: the first may be accepted before the disk was
  /// asked.
  func refusal(_ name: String, _ text: (Int) -> String) throws -> Message {
    var number = 0
    while true {
      let message = try refresh(name, text(number))
      if message.error != nil { return message }
      number += 1
    }
  }

  /// `stats.store`.
  var store: [String: Any] {
    get throws { try process.call("stats").result?["store"] as? [String: Any] ?? [:] }
  }

  func samples(_ name: String) throws -> [[String: Any]] {
    try process.call("getHistory", #"{"resource":"\#(name)"}"#).result?["samples"] as? [[String: Any]] ?? []
  }

  /// Ends in good order, and returns what it has said on standard error.
  @discardableResult
  func end() throws -> String {
    process.closeInput()
    _ = try process.output.rest()
    let errors = try process.errors.rest()
    #expect(try process.wait() == 0)
    return errors
  }
}

/// A JSON string of that many bytes.
func text(_ count: Int, _ letter: Character = "x") -> String {
  "\"" + String(repeating: letter, count: count - 2) + "\""
}
