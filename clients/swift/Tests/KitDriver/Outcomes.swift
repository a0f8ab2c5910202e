internal import Foundation
internal import StatusdClient
internal import TestSupport

extension JSONValue {
  var of: String { self["of"]?.string ?? "" }
  var duration: Duration? { number.map { .seconds($0) } }
}

extension Command {
  init(command: JSONValue) {
    self.init(command["program"]?.string, framing: command["framing"] == "headers" ? .headers : .lines)
  }
}

extension Options {
  init(command: JSONValue) {
    let limit = command["restart"].flatMap { limit -> RestartLimit? in
      guard let count = limit["count"]?.number, let period = limit["seconds"]?.duration else { return nil }
      return RestartLimit(count: Int(count), within: period)
    }
    self.init(
      timeout: command["timeout"]?.duration, startTimeout: command["startTimeout"]?.duration ?? deadline,
      grace: command["grace"]?.duration ?? deadline, restart: limit)
  }
}

extension StatusdFailure {
  var outcome: JSONValue {
    [
      "code": code.map(JSONValue.integer) ?? .null, "kind": .string(kind.rawValue), "title": .string(title),
      "message": .string(message), "options": .array(options.map { .string($0.id.rawValue) }),
    ]
  }
}

extension DaemonEnded {
  private static let names = [SIGKILL: "SIGKILL", SIGTERM: "SIGTERM", SIGABRT: "SIGABRT", SIGSEGV: "SIGSEGV"]

  var outcome: JSONValue {
    let lines = JSONValue.array(standardError.map(JSONValue.string))
    switch exit {
    case .status(let status): return ["status": .integer(Int(status)), "signal": .null, "stderr": lines]
    case .signal(let number):
      return ["status": .null, "signal": Self.names[number].map(JSONValue.string) ?? .null, "stderr": lines]
    case .unknown: return ["status": .null, "signal": .null, "stderr": lines]
    }
  }
}
