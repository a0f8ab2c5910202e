import Foundation
import Testing

/// An input of a fuzz target, from a file of Fuzz/FailCases or made from a case of the conformance kit.
struct FuzzInput: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]

  var testDescription: String { name }
}

extension FuzzInput {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every input of that target.
  static func all(_ target: String) -> [FuzzInput] {
    failCases(target) + seeds(target)
  }

  /// What once broke an invariant.
  static func failCases(_ target: String) -> [FuzzInput] {
    files(in: "Fuzz/FailCases/\(target)")
  }

  /// The conformance kit's cases as that target takes them, or the texts that it has in their place.
  static func seeds(_ target: String) -> [FuzzInput] {
    if let texts = (Seeds.texts + Seeds.others).first(where: { $0.name == target })?.inputs {
      return texts.enumerated().map { FuzzInput(name: "text \($0)", bytes: $1) }
    }
    guard let make = Seeds.targets.first(where: { $0.name == target })?.make else { return [] }
    return files(in: "schema/conformance").filter { $0.name.hasSuffix(".jsonl") }.flatMap { file in
      file.bytes.split(separator: UInt8(ascii: "\n")).enumerated().flatMap { line, text in
        make(Array(text)).map { FuzzInput(name: "\(file.name):\(line + 1)", bytes: $0) }
      }
    }
  }

  private static func files(in folder: String) -> [FuzzInput] {
    let folder = root.appending(path: folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return names.sorted().compactMap { name in
      (try? Data(contentsOf: folder.appending(path: name))).map { FuzzInput(name: name, bytes: Array($0)) }
    }
  }
}
