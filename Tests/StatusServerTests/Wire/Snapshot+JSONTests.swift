import Engine
import Jansson
import Providers
import StatusCore
import Testing

@testable import StatusServer

@Suite struct SnapshotJSONTests {
  private static let place = Coordinate(latitude: 53.5, longitude: -10)

  private static func text(_ value: ResourceValue) -> String {
    String(decoding: value.text, as: UTF8.self)
  }

  @Test func `a menu is sections of items, in order`() {
    let menu = Menu(items: [
      MenuItem(name: "Tea", category: "drinks", isSpicy: false, price: 2.5),
      MenuItem(name: "Soup", category: "starters", isSpicy: true, price: 4),
      MenuItem(name: "Milk", category: "drinks", isSpicy: false, price: 0.1),
    ])
    #expect(
      Self.text(.menu(menu))
        == #"{"sections":[{"category":"starters","items":[{"name":"Soup","category":"starters","spicy":true,"price":4}]},"#
        + #"{"category":"drinks","items":[{"name":"Tea","category":"drinks","spicy":false,"price":2.5},"#
        + #"{"name":"Milk","category":"drinks","spicy":false,"price":0.1}]}]}"#)
  }

  @Test func `an empty menu has no sections`() {
    #expect(Self.text(.menu(Menu(items: []))) == #"{"sections":[]}"#)
  }

  @Test func `a fleet is reported without its absent members`() {
    let fleet = Fleet(
      central: Self.place,
      couriers: [
        Courier(id: "c2", name: "Bo", location: Self.place, packageID: "p1", vehicleID: "v1"),
        Courier(id: "c1", name: "Ada", location: Self.place),
      ],
      packages: [
        Parcel(id: "p1", destination: Self.place, courierID: "c2", isDelivered: true, location: Self.place)
      ],
      vehicles: [Vehicle(id: "v1", courierID: "c2", location: Self.place, name: "Van")])
    let place = #"{"latitude":53.5,"longitude":-10}"#
    #expect(
      Self.text(.fleet(fleet))
        == #"{"central":\#(place),"couriers":[{"id":"c1","name":"Ada","location":\#(place)},"#
        + #"{"id":"c2","name":"Bo","location":\#(place),"packageId":"p1","vehicleId":"v1"}],"#
        + #""packages":[{"id":"p1","destination":\#(place),"courierId":"c2","delivered":true,"location":\#(place)}],"#
        + #""vehicles":[{"id":"v1","courierId":"c2","location":\#(place),"name":"Van"}]}"#)
  }

  @Test(arguments: [
    (
      ResourceShape.fleet,
      ResourceValue.fleet(
        Fleet(
          central: place, couriers: [Courier(id: "c", name: "é\n\u{2028}", location: place, vehicleID: "v")],
          packages: [Parcel(id: "p", destination: place, isDelivered: false, location: place)], vehicles: []))
    ),
    (.any, ResourceValue(normalised: Array(#"{"a":[1e400,null,"\u2028"]}"#.utf8))),
  ])
  func `a value can be decoded again`(shape: ResourceShape, value: ResourceValue) throws {
    #expect(try ValueDecoder.decode(value.text, as: shape, from: "").get() == value)
  }

  @Test func `the items of a menu can be decoded again`() throws {
    let item = #"{"name":"\"","category":"\u0000","spicy":true,"price":-0.0}"#
    let menu = Menu(items: [MenuItem(name: "\"", category: "\0", isSpicy: true, price: -0.0)])
    #expect(Self.text(.menu(menu)) == #"{"sections":[{"category":"\u0000","items":[\#(item)]}]}"#)
    #expect(try ValueDecoder.decode(Array("[\(item)]".utf8), as: .menu, from: "").get() == .menu(menu))
  }
}
