import Foundation
import Invariants

// Writes a folder of inputs for each target: FuzzSeeds CASES FOLDER, CASES being schema/conformance.

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  print("usage: FuzzSeeds schema/conformance FOLDER")
  exit(64)
}
let cases = URL(filePath: arguments[1])
let names = try FileManager.default.contentsOfDirectory(atPath: arguments[1]).sorted()
let lines = try names.filter { $0.hasSuffix(".jsonl") }.flatMap { name in
  try Data(contentsOf: cases.appending(path: name)).split(separator: UInt8(ascii: "\n"))
}
for target in Seeds.targets {
  try write(Set(lines.flatMap { target.make(Array($0)) }), of: target.name)
}
for target in Seeds.texts + Seeds.others { try write(Set(target.inputs), of: target.name) }

/// Writes the inputs of a target, each to a file.
func write(_ inputs: Set<[UInt8]>, of target: String) throws {
  let folder = URL(filePath: arguments[2]).appending(path: target)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  for (index, input) in inputs.sorted(by: { $0.lexicographicallyPrecedes($1) }).enumerated() {
    try Data(input).write(to: folder.appending(path: "seed-\(index)"))
  }
  print("\(target): \(inputs.count) seeds")
}
