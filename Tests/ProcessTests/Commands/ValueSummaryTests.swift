import Foundation
import StatusCore
import TestSupport
import Testing

@testable import statusd

/// Values in a few words, without a tree.
struct ValueSummaryTests {
  @Test(arguments: [
    (#"{"a":1,"b":"x","c":[1],"d":true,"e":null,"f":2}"#, ResourceShape.any, "a 1, b x, d true, e null"),
    (#"{"a":[],"b":{}}"#, .any, "2 members"), (#"{"a":[]}"#, .any, "1 member"), ("{}", .any, "0 members"),
    ("[1,2]", .any, "2 elements"), ("21.50", .any, "21.5"),
    ("12345678901234567890", .any, "1.2345678901234567e+19"),
    ("null", .any, "null"), ("false", .any, "false"), (#""a\nb""#, .text, "a\nb"),
    (#"["a"]"#, .lines, "1 line"),
    (#"{"sections":[{"items":[1,2]},{"items":[3]},{}]}"#, .menu, "3 items"),
    (#"{"couriers":[1],"packages":[],"vehicles":[1,2]}"#, .fleet, "1 courier, 0 packages, 2 vehicles"),
  ])
  func `a value is summed up by its shape`(json: String, shape: ResourceShape, words: String) {
    #expect(ValueSummary(of: ResourceValue(normalised: Array(json.utf8)), shape).description == words)
  }

  @Test func `of a long string as much is read as a line shows`() {
    let text = Array("\"\(String(repeating: "é", count: 1_000_000))\"".utf8)
    let summary = ValueSummary(of: ResourceValue(normalised: text), .any).description
    #expect(summary.unicodeScalars.count == WatchedState.longest + 1)
  }
}

/// What a large value costs `watch`: a few copies of its bytes, and no tree of it, which takes ten times as much.
struct WatchMemoryTests {
  @Test(arguments: ["json", "plain", "waybar", "{status}", "{value.length}", "{value.5.name}"])
  func `a value of 8 MB is in memory three times at most`(format: String) throws {
    let element = #"{"id":1,"name":"an item","tags":["a","b"]}"#
    let count = 8_000_000 / (element.utf8.count + 1)
    let file = try TemporaryFile("[" + Array(repeating: element, count: count).joined(separator: ",") + "]")
    func peak(_ path: String, _ end: String) throws -> Int {
      let words = ["--resource", "x=file:\(path)", "--interval", "86400", "--format", format]
      let watch = try DaemonProcess(["watch", "x"] + words)
      while !(try watch.output.line().contains(end)) {}
      return try watch.peakMemory()
    }
    let small = try TemporaryFile(#"[1,2,3,4,5,{"name":"an item"}]"#)
    let ends = [
      "json": "loaded", "plain": "elements", "waybar": "elements", "{status}": "loaded",
      "{value.5.name}": "item",
    ]
    let large = try peak(file.path, ends[format] ?? "\(count)")
    let grown = large - (try peak(small.path, ends[format] ?? "6"))
    // It is 2.95 times. How many pages of the program come with what a large value runs is the system's choice.
    #expect(grown < 26_000_000)
  }
}
