import TestSupport
import Testing
import Text

@Suite struct NearestNameTests {
  private static let names = ["refresh", "retry", "getState", "fetchMenu", "resource", "timeout", "id"]

  @Test(arguments: [
    ("refersh", "refresh"), ("Refresh", "refresh"), ("refesh", "refresh"), ("refreshh", "refresh"),
    ("rety", "retry"),
    ("getstate", "getState"), ("get_state", "getState"), ("timeuot", "timeout"), ("resuorce", "resource"),
    ("fetchMneus", "fetchMenu"), ("ID", "id"), ("refresh", "refresh"),
  ])
  func `a slip finds the name that was meant`(name: String, meant: String) {
    #expect(name.nearest(in: Self.names) == meant)
  }

  @Test(arguments: ["", "xyz", "status", "refrigerator", "ab", "timetable", "ttttttt", "retxx"])
  func `what is not near anything finds nothing`(name: String) {
    #expect(name.nearest(in: Self.names) == nil)
  }

  @Test func `of two as near, the first by name is taken`() {
    #expect("cat".nearest(in: ["rat", "bat", "hat"]) == "bat")
  }

  @Test(arguments: names + ["refersh", "getstate", "xyz", "", "ttttttt", "fetchMneus", "réfresh"])
  func `names that are known beforehand give the same`(name: String) {
    #expect(KnownNames(Self.names).nearest(to: name) == name.nearest(in: Self.names))
  }

  @Test func `a name is near by the number of its edits, wherever they are`() {
    for seed in 0..<5_000 {
      let (left, right) = (word(seed), word(seed * 7 + 3))
      let edits = edits(Array(left.utf8), Array(right.utf8))
      let isNear = edits <= min(3, max(1, left.utf8.count / 3))
      #expect(left.nearest(in: [right]) == (isNear ? right : nil), "\(left), \(right): \(edits) edits")
    }
  }

  @Test func `names of as many bytes as a word has bits are compared to their last byte`() {
    let name = "a" + String(repeating: "b", count: 62) + "c"
    let near = "b" + String(repeating: "b", count: 62) + "b"
    #expect(name.nearest(in: [near]) == near)
    #expect(name.nearest(in: ["xx" + name.dropFirst(2).dropLast(2) + "xx"]) == nil)
    #expect((name + "d").nearest(in: [name]) == nil)
  }

  @Test func `of many names the nearest is taken, whatever their order`() {
    for seed in 0..<500 {
      let (left, names) = (word(seed), (1...20).map { word(seed * 31 + $0) })
      let allowed = min(3, max(1, left.utf8.count / 3))
      let near = names.map { (edits(Array(left.utf8), Array($0.utf8)), $0) }.filter { $0.0 <= allowed }
      #expect(left.nearest(in: names) == near.min { $0 < $1 }?.1, "\(left) among \(names)")
    }
  }

  /// Up to eight letters of three.
  private func word(_ seed: Int) -> String {
    var (rest, word) = (seed.multipliedReportingOverflow(by: 2_654_435_761).partialValue.magnitude, "")
    for _ in 0..<rest % 9 {
      rest = rest / 9 &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      word += ["a", "b", "c"][Int(rest >> 33 % 3)]
    }
    return word
  }

  /// The same distance without any short way: the last bytes are kept or changed, one is dropped, or two are swapped.
  private func edits(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var table = Array(repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
    for row in 0...left.count {
      for column in 0...right.count {
        guard row > 0, column > 0 else {
          table[row][column] = row + column
          continue
        }
        let change = left[row - 1] == right[column - 1] ? 0 : 1
        var least = min(table[row - 1][column], table[row][column - 1]) + 1
        least = min(least, table[row - 1][column - 1] + change)
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          least = min(least, table[row - 2][column - 2] + 1)
        }
        table[row][column] = least
      }
    }
    return table[left.count][right.count]
  }

  @Test func `among no names there is none`() {
    #expect("a".nearest(in: []) == nil)
  }

  @Test(arguments: ["x", "É", "e\u{301}"])
  func `a name of a megabyte costs next to nothing`(character: String) {
    let name = String(repeating: character, count: 500_000)
    let time = processorTime {
      #expect((0..<1_000).allSatisfy { _ in name.nearest(in: Self.names) == nil })
    }
    #expect(time < .seconds(10))
  }
}
