import Foundation
import StatusdPresenter
import TestSupport
import Testing

/// A case of schema/presenter: messages, presses and the clock in, requests and screens out.
struct PresenterCase: CustomTestStringConvertible {
  static let folder = "schema/presenter"
  /// The second 0 of every case: 2000-01-01T00:00:00Z, where a manual clock begins.
  private static let epoch = 946_684_800.0

  let file: String
  let name: String
  let parts: [Part]
  let steps: [JSONValue]

  var testDescription: String { name }

  static func all() throws -> [PresenterCase] {
    try Repository.files(folder, suffix: ".jsonl").map { file in
      try PresenterCase(file, Repository.text("\(folder)/\(file)"))
    }
  }

  init(_ file: String, _ text: String) throws {
    self.file = file
    let lines = text.split(separator: "\n")
    let head = try JSONValue(text: lines[0])
    name = head["case"]?.string ?? ""
    parts = (head["resources"]?.members ?? [:])
      // Objects have no order here, and the parts of a screen have: that of the text.
      .sorted { Self.place(of: $0.key, in: lines[0]) < Self.place(of: $1.key, in: lines[0]) }
      .map { Part($0.key, described: $0.value) }
    steps = try lines.dropFirst().map { try JSONValue(text: $0) }
  }

  private static func place(of name: String, in line: Substring) -> String.Index {
    let resources = line.range(of: "\"resources\"")?.upperBound ?? line.startIndex
    return line[resources...].range(of: "\"\(name)\":")?.lowerBound ?? line.endIndex
  }

  /// What the presenter does otherwise than the case says.
  func differences() throws -> [String] {
    var run = PresenterRun(Presenter(parts))
    return try steps.enumerated().flatMap { index, step in
      let now = Date(timeIntervalSince1970: Self.epoch + (step["at"]?.number ?? 0))
      let output = try run.happen(step, at: now)
      let exact = ["sends", "performs"].flatMap { differs(step[$0] ?? [], output[$0] ?? .null, $0) }
      let unlike = misfits(step["screen"] ?? [:], run.presenter.screen(at: now).json, "screen")
      return (exact + unlike).map { "\(file):\(index + 2): \($0)" }
    }
  }
}

extension Part {
  fileprivate init(_ name: String, described: JSONValue) {
    guard let shape = described["shape"]?.string else {
      self.init(name, Part.Shape(described.string))
      return
    }
    let arguments = described["arguments"]?.members.compactMapValues(\.string)
    self.init(name, Part.Shape(shape), of: ResourceID(described["resource"]?.string ?? "", arguments))
  }
}

extension Part.Shape {
  fileprivate init(_ name: String?) {
    self = name == "fleet" ? .fleet : name == "menu" ? .menu : .any
  }
}

private func differs(_ expected: JSONValue, _ actual: JSONValue, _ path: String) -> [String] {
  expected == actual ? [] : ["\(path): expected \(expected), got \(actual)"]
}

/// Where `actual` does not fit: an object may have more members, an array has as many elements as expected.
func misfits(_ expected: JSONValue, _ actual: JSONValue, _ path: String) -> [String] {
  switch (expected, actual) {
  case (.object(let expected), .object(let actual)):
    expected.sorted { $0.key < $1.key }.flatMap { name, value in
      actual[name].map { misfits(value, $0, "\(path).\(name)") } ?? ["\(path).\(name) is missing"]
    }
  case (.array(let expected), .array(let actual)) where expected.count == actual.count:
    zip(expected, actual).enumerated().flatMap { misfits($1.0, $1.1, "\(path)[\($0)]") }
  default:
    differs(expected, actual, path)
  }
}
