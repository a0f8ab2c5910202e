import StatusCore
import TestSupport

/// Bodies that are fleets and menus, or nearly so: every way to write one, with a few mistakes.
struct RandomBody {
  private var random: SeededGenerator
  /// How many of a thousand values are something else.
  private let mistakes: Int
  /// How many ids were given.
  private var ids = 0

  init(seed: UInt64, mistakes: Int) {
    random = SeededGenerator(seed: seed)
    self.mistakes = mistakes
  }

  /// A body; `size` is about the number of its elements.
  mutating func body(of shape: ResourceShape, size: Int) -> [UInt8] {
    let text = shape == .fleet ? fleet(size) : menu(size)
    return Array((chance(10) ? "\u{FEFF}" : "").utf8) + Array((space() + text + space()).utf8)
  }

  /// The same body with some bytes removed, doubled or replaced.
  mutating func damaged(_ body: [UInt8]) -> [UInt8] {
    var body = body
    for _ in 0..<number(1...3) where !body.isEmpty {
      let index = number(0...body.count - 1)
      switch number(0...3) {
      case 0: body.remove(at: index)
      case 1: body.insert(body[index], at: index)
      case 2: body[index] = UInt8(number(0...255))
      default: body[index] = Array("{}[],:\"\\0123456789eE.-ntf ".utf8).randomElement(using: &random) ?? 0
      }
    }
    return body
  }

  // MARK: Shapes

  private mutating func fleet(_ size: Int) -> String {
    object([
      ("central", place()),
      (
        "couriers",
        array(size) { [("id", $0.id()), ("name", $0.string()), ("location", $0.place())] + $0.links() }
      ),
      (
        "packages",
        array(size) {
          [
            ("id", $0.id()), ("destination", $0.place()), ("delivered", $0.boolean()),
            ("location", $0.place()),
          ]
            + $0.links()
        }
      ),
      (
        "vehicles",
        array(size) { [("id", $0.id()), ("name", $0.string()), ("location", $0.place())] + $0.links() }
      ),
    ])
  }

  private mutating func menu(_ size: Int) -> String {
    let items = array(size) {
      [
        ("name", $0.string()), ("category", $0.category()), ("spicy", $0.boolean()),
        ("price", $0.perhaps($0.digits())),
      ]
    }
    return chance(500) ? items : object([("items", items)])
  }

  private mutating func category() -> String {
    let name = chance(900) ? "\"\(number(0...5))\"" : string()
    return chance(700) ? name : object([("name", name)])
  }

  private mutating func links() -> [(String, String)] {
    ["courierId", "packageId", "vehicleId"].compactMap { name in
      chance(400) ? (name, chance(200) ? "null" : string()) : nil
    }
  }

  private mutating func place() -> String {
    let names = chance(700) ? ("latitude", "longitude") : ("lat", "lng")
    var members = [(names.0, perhaps(digits(upTo: 90))), (names.1, perhaps(digits(upTo: 180)))]
    if chance(50) { members.append(("lat", digits(upTo: 90))) }
    return object(
      Dictionary(members) { first, _ in first }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }

  // MARK: Structure

  private mutating func array(_ size: Int, _ element: (inout Self) -> [(String, String)]) -> String {
    let elements = (0..<number(0...size)).map { _ in
      let members = element(&self)
      return object(members)
    }
    return perhaps("[" + space() + elements.joined(separator: space() + "," + space()) + space() + "]")
  }

  private mutating func object(_ members: [(String, String)]) -> String {
    var members = members.filter { _ in !chance(mistakes) }
    if chance(200) { members.append(("x\(number(0...9))", other())) }
    if chance(20) { members += (0..<40).map { ("many\($0)", "0") } }
    if chance(mistakes), let member = members.randomElement(using: &random) { members.append(member) }
    if chance(500) { members.shuffle(using: &random) }
    let texts = members.map { name(of: $0.0) + space() + ":" + space() + $0.1 }
    return perhaps("{" + space() + texts.joined(separator: space() + "," + space()) + space() + "}")
  }

  private mutating func name(of member: String) -> String {
    guard chance(100), let first = member.utf8.first else { return "\"\(member)\"" }
    let hex = String(first, radix: 16)
    return "\"\\u00\(chance(500) ? hex : hex.uppercased())\(member.dropFirst())\""
  }

  private mutating func space() -> String {
    chance(900) ? "" : ["", " ", "\n", "\t\r\n  "].randomElement(using: &random) ?? ""
  }

  // MARK: Scalars

  /// An id of its own, or by mistake an empty one, one of an element before it, or none.
  private mutating func id() -> String {
    guard !chance(mistakes) else { return chance(500) ? "\"id-\(number(0...9))\"" : string() }
    ids += 1
    let start = chance(900) ? "id-\(number(0...99))-" : "\\u00e9\\\"\u{1F336}"
    return "\"\(start)\(ids)\""
  }

  private mutating func string() -> String {
    let parts = [
      "a", "Zoë", "\u{2028}", "\u{85}", "\u{1F336}", "\\n", "\\\"", "\\\\", "\\/", "\\u0041",
      "\\ud83d\\ude00", "\\u0000",
      "\\b\\f\\r\\t", "\\u2029", "\\u00e9", "\u{7F}", "longer than eight", "\u{FF5E}", "\\u001F",
    ]
    return perhaps(
      "\"" + (0..<number(0...3)).map { _ in parts.randomElement(using: &random) ?? "" }.joined() + "\"")
  }

  private mutating func boolean() -> String {
    perhaps(chance(500) ? "true" : "false")
  }

  private mutating func digits(upTo bound: Double = 1e9) -> String {
    let value = Double.random(in: -bound...bound, using: &random)
    switch number(0...9) {
    case 0...3: return "\((value * 1e6).rounded() / 1e6)"
    case 4: return "\(value)"
    case 5: return "\(Int(value))"
    case 6: return "\(Int(value)).500"
    case 7: return "\(value)e0"
    case 8:
      return ["0", "0.0", "-0.00", "1e-5", "0.00001", "-0.0001", "1E+1", "12e-1", "90.000", "1e-400"]
        .randomElement(using: &random) ?? "0"
    default: return "\(Int(value)).\(random.next())\(random.next())"
    }
  }

  private mutating func other() -> String {
    let others = [
      "null", "7", "\"other\"", "[]", "{}", "[[1,{\"a\":[]}],\"]\"]", "{\"b\":{\"c\":\"}\\\"\"},\"d\":1}",
      "true", "1e308",
      "-12345678901234567890",
    ]
    return others.randomElement(using: &random) ?? "0"
  }

  private mutating func perhaps(_ value: String) -> String {
    guard chance(mistakes) else { return value }
    return chance(100)
      ? ["1e400", "91.5", "{\"\\u0000\":1}", "{\"a\":1,\"\\u0061\":2}"].randomElement(using: &random) ?? ""
      : other()
  }

  private mutating func chance(_ perThousand: Int) -> Bool {
    number(0...999) < perThousand
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }
}
