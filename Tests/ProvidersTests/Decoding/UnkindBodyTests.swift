import Jansson
import StatusCore
import Testing

@testable import Providers

/// Bodies whose parts are too long for one step: they have the values of the reference, and of short bodies.
@Suite struct UnkindBodyTests {
  private static let place = #"{"latitude":1.5,"longitude":2}"#
  private static let escapes = String(repeating: #"\u0041\n\ud83d\ude00"#, count: 3_000)
  private static let names = (0..<3_000).map { #""\u006b\#($0)":[{"a":"}\""}],"# }.joined()

  private static func fleet(_ couriers: String) -> [UInt8] {
    Array(#"{"central":\#(place),"couriers":[\#(couriers)],"packages":[],"vehicles":[]}"#.utf8)
  }

  private static func courier(
    _ id: String, name: String = "A", place: String = place, more: String = ""
  ) -> String {
    #"{\#(more)"id":"\#(id)","name":"\#(name)","location":\#(place)}"#
  }

  @Test(arguments: [1, 100, 16_384])
  func `an entity may be longer than a step`(step: Int) {
    let long = String(repeating: "x", count: 40_000)
    let bodies = [
      Self.courier("2", name: Self.escapes) + "," + Self.courier("1", more: Self.names),
      Self.courier(Self.escapes + "2") + "," + Self.courier(Self.escapes + "1"),
      Self.courier(long + "2") + "," + Self.courier(long + "1") + "," + Self.courier(long + "2"),
      Self.courier("1", place: "{" + Self.names + Self.place.dropFirst()),
      Self.courier("1", more: #""id":1,"#), Self.courier("1", more: Self.names + #""name":{},"#),
      Self.names.dropLast() + "",
    ].map(Self.fleet)
    for body in bodies {
      #expect(ValueDecoding.whole(body, as: .fleet, step: step) == ReferenceDecoder.decode(body, as: .fleet))
    }
  }

  @Test(arguments: [1, 100, 16_384])
  func `a dish and its category may be longer than a step`(step: Int) {
    func dish(_ category: String, _ more: String = "") -> String {
      #"{\#(more)"name":"A","category":\#(category),"spicy":true,"price":1}"#
    }
    let long = String(repeating: "c", count: 40_000)
    let bodies = [
      [dish("{\(Self.names)\"name\":\"B\"}"), dish("\"B\""), dish("\"\(Self.escapes)\"")],
      [dish("\"\(long)1\""), dish("\"\(long)2\"", Self.names), dish("\"\(long)1\"")],
      (0..<1_000).map { dish("\"c\($0 * 7 % 1_000)\"") }, [dish("{\(Self.names)\"name\":1}")],
      [dish("{\(Self.names.dropLast())}")],
    ].map { Array("[\($0.joined(separator: ","))]".utf8) }
    for body in bodies {
      #expect(ValueDecoding.whole(body, as: .menu, step: step) == ReferenceDecoder.decode(body, as: .menu))
    }
  }

  @Test(arguments: [1, 300, 400_000, 600_000])
  func `a text that takes six times its room has the value of its parts`(count: Int) throws {
    let body = [UInt8](repeating: 1, count: count)
    let escaped = String(repeating: #"\u0001"#, count: count)
    let text = try ValueDecoder.decode(body, as: .text, from: "test:x").get().text
    #expect(text == Array("\"\(escaped)\"".utf8))
    let lines = try ValueDecoder.decode(body + [0x0A] + body, as: .lines, from: "test:x").get().text
    #expect(lines == Array("[\"\(escaped)\",\"\(escaped)\"]".utf8))
    let breaks = [UInt8](String(repeating: "\u{2028}", count: count).utf8)
    let any = try ValueDecoder.decode([0x22] + breaks + [0x22], as: .any, from: "test:x").get().text
    #expect(any == Array("\"\(String(repeating: #"\u2028"#, count: count))\"".utf8))
  }

  @Test(arguments: [(1, 1, true), (1, 2, false), (1, nil, false)] as [(UInt8, UInt8?, Bool)])
  func `values are the same if their texts are`(one: UInt8, other: UInt8?, isSame: Bool) {
    func value(_ last: UInt8) -> ResourceValue {
      ResourceValue(normalised: [UInt8](repeating: 0x30, count: 99) + [last])
    }
    #expect(value(one).isSame(as: other.map(value)) == isSame)
  }
}
