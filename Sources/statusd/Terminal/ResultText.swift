import Jansson
import StatusCore
import Text

/// The result of a call as a person reads it.
struct ResultText {
  let style: TextStyle

  /// A menu in groups, a fleet as tables, a location on a line, help as it is written, and any other JSON indented.
  ///
  /// - Parameter shape: The shape of the resource of that name.
  func text(of result: JSONText, shape: (String) -> ResourceShape?) -> String {
    guard let json = try? JSONValue.parse(result.bytes.span, roundsIntegers: true) else {
      return style.text(of: result)
    }
    if let name = json["resource"]?.string, let shape = shape(name), json["status"] != nil {
      return text(ofSnapshot: json, result, shape)
    }
    if json["coordinate"] != nil { return LocationLine(json).description }
    // A section of the documentation.
    if json["anchor"] != nil, let markdown = json["markdown"]?.string { return String(markdown.dropLast()) }
    return style.text(of: result)
  }

  private func text(ofSnapshot json: JSONValue, _ snapshot: JSONText, _ shape: ResourceShape) -> String {
    var lines: [String] = []
    if let value = json["value"] {
      switch shape {
      case .menu: lines.append(MenuText(style: style).text(of: value))
      case .fleet: lines.append(FleetText(style: style).text(of: value))
      case .any: lines.append(indentedValue(of: snapshot))
      case .text: lines += Self.lines(of: value.string ?? "")
      case .lines: lines += value.elements.map { ($0.string ?? "").visible }
      }
    } else {
      lines.append("\(json["resource"]?.string ?? "") has no value yet")
    }
    if json["isStale"]?.boolean == true {
      let date = json["updatedAt"]?.string.map { "; it was fetched at \($0)" } ?? ""
      lines.append(style.warning("The value is stale\(date)."))
    }
    if let failure = json["failure"]?["title"]?.string { lines.append(style.error(failure)) }
    // Blank lines of a text are its own.
    return (shape.isText ? lines : lines.filter { !$0.isEmpty }).joined(separator: "\n")
  }

  private static func lines(of text: String) -> [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).visible }
  }

  /// By the text and not by the parsed value, for its numbers are as they were written.
  private func indentedValue(of snapshot: JSONText) -> String {
    let bytes = snapshot.bytes
    guard let place = try? JSONPointer.find("/value", in: bytes) else { return "" }
    return style.text(of: JSONText(trusting: Array(bytes[place])))
  }
}

/// A menu: each section with its items below it.
struct MenuText {
  let style: TextStyle

  func text(of value: JSONValue) -> String {
    guard let sections = value["sections"], sections.count > 0 else { return "The menu is empty." }
    return sections.elements.map { section in
      let items = section["items"]?.elements.map { item in
        [
          "  " + (item["name"]?.string ?? "").visible,
          item["price"]?.number.map(Self.price) ?? "",
          item["spicy"]?.boolean == true ? "spicy" : "",
        ]
      }
      let heading = style.heading((section["category"]?.string ?? "").visible)
      return ([heading] + TextTable(items ?? [], isRight: [1]).lines).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// With two digits behind the point; a price that needs more keeps all of them.
  static func price(_ number: Double) -> String {
    let cents = (number * 100).rounded()
    guard abs(cents) < 1e15, abs(cents / 100 - number) < 1e-9 else { return LocationLine.shortest(number) }
    let whole = Int(abs(cents))
    let digits = String(whole % 100)
    return (cents < 0 ? "-" : "") + "\(whole / 100).\(digits.count < 2 ? "0" : "")\(digits)"
  }
}

/// A fleet: a table for each kind of thing in it.
struct FleetText {
  let style: TextStyle

  func text(of value: JSONValue) -> String {
    let tables = [
      table("couriers", value, ["name", "packageId", "vehicleId", "location"]),
      table("packages", value, ["id", "courierId", "delivered", "location", "destination"]),
      table("vehicles", value, ["name", "courierId", "location"]),
    ]
    let central = value["central"].map { "\(style.heading("central"))  \(Self.cell($0))" }
    return ([central] + tables).compactMap(\.self).joined(separator: "\n\n")
  }

  private func table(_ name: String, _ value: JSONValue, _ columns: [String]) -> String? {
    guard let things = value[name], things.count > 0 else { return nil }
    let heads = columns.map { $0 == columns[0] ? name : Self.heads[$0] ?? $0 }
    let rows = things.elements.map { thing in columns.map { thing[$0].map(Self.cell) ?? "" } }
    var lines = TextTable([heads] + rows).lines
    lines[0] = style.heading(lines[0])
    return lines.joined(separator: "\n")
  }

  private static let heads = ["packageId": "package", "vehicleId": "vehicle", "courierId": "courier"]

  private static func cell(_ value: JSONValue) -> String {
    if let latitude = value["latitude"]?.number, let longitude = value["longitude"]?.number {
      return "\(LocationLine.shortest(latitude)), \(LocationLine.shortest(longitude))"
    }
    if let isDelivered = value.boolean { return isDelivered ? "yes" : "no" }
    return (value.string ?? "").visible
  }
}

/// A location: the coordinate, and what else is known of it.
struct LocationLine: CustomStringConvertible {
  let description: String

  init(_ location: JSONValue) {
    let coordinate = location["coordinate"]
    func part(_ name: String, _ before: String, _ unit: String) -> String? {
      coordinate?[name]?.number.map { "\(before)\(Self.shortest($0)) \(unit)" }
    }
    let place = ["latitude", "longitude"].compactMap { coordinate?[$0]?.number.map(Self.shortest) }
    let parts: [String?] = [
      place.joined(separator: ", "), part("accuracy", "±", "m"), part("altitude", "altitude ", "m"),
      part("speed", "", "m/s"), part("heading", "heading ", "°"), location["timestamp"]?.string,
      location["failure"]?["title"]?.string,
    ]
    description = parts.compactMap(\.self).joined(separator: "  ")
  }

  /// The shortest number that reads back the same.
  static func shortest(_ number: Double) -> String { JSONText { $0.number(number) }.description }
}
