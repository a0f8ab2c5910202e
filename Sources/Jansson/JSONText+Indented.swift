import Text

extension JSONText {
  /// The text with each member and element on a line of its own, for people.
  ///
  /// Numbers and names stay as they were written. Characters that nobody can see, or that reorder the text around
  /// them, are written as escapes, because a terminal would act on them.
  package var indented: JSONText {
    var indenter = Indenter(text: bytes)
    indenter.run()
    return JSONText(trusting: indenter.output)
  }
}

private struct Indenter {
  let text: [UInt8]
  var output: [UInt8] = []
  private var depth = 0

  init(text: [UInt8]) {
    self.text = text
    output.reserveCapacity(text.count * 2)
  }

  mutating func run() {
    var index = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""):
        let end = (try? JSONLexer.endOfString(text.span, from: index)) ?? text.count
        appendString(text[index..<end])
        index = end
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): index = open(at: index)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        breakLine()
        output.append(text[index])
      case UInt8(ascii: ","):
        output.append(text[index])
        breakLine()
      case UInt8(ascii: ":"): output += [UInt8(ascii: ":"), UInt8(ascii: " ")]
      case 0x20, 0x09, 0x0A, 0x0D: break
      default: output.append(text[index])
      }
      index += 1
    }
  }

  /// Opens a container; an empty one is closed on the same line.
  ///
  /// - Returns: The index of the last byte that was read.
  private mutating func open(at start: Int) -> Int {
    output.append(text[start])
    // A closing bracket has the code of its opening one plus two.
    let next = text[(start + 1)...].firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if let next, text[next] == text[start] + 2 {
      output.append(text[next])
      return next
    }
    depth += 1
    breakLine()
    return start
  }

  private mutating func breakLine() {
    output.append(UInt8(ascii: "\n"))
    output += [UInt8](repeating: UInt8(ascii: " "), count: 2 * depth)
  }

  private mutating func appendString(_ literal: ArraySlice<UInt8>) {
    guard literal.contains(where: { $0 >= 0x7F }) else {
      output += literal
      return
    }
    for scalar in String(decoding: literal, as: UTF8.self).unicodeScalars {
      if scalar.isInvisible {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          output += Array("\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
        }
      } else {
        output += Array(String(scalar).utf8)
      }
    }
  }
}
