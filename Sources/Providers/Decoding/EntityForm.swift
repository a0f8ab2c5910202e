/// The members of one kind of object in an array, in the order in which clients get them.
///
/// They are checked in the same order, so that the first fault of an object is always the same one.
struct EntityForm {
  enum Kind {
    case string, boolean, number, coordinate
    /// A string, or an object with a `name`.
    case category
  }

  struct Member {
    let name: StaticString
    let kind: Kind
    let isRequired: Bool
    /// What stands before the value in the text: brace or comma, and the name.
    let opening: StaticString

    init(_ name: StaticString, _ kind: Kind, _ opening: StaticString, isRequired: Bool = true) {
      (self.name, self.kind, self.opening, self.isRequired) = (name, kind, opening, isRequired)
    }
  }

  /// At most as many as ``EntityReader`` has places for; the first one is required.
  let members: [Member]
  /// The member by whose value the objects are arranged: a string.
  let key: Int
  /// Whether the key is an id: it is not empty, and no two objects of an array have the same.
  var isIdentified = true
}

extension EntityForm {
  static let courier = EntityForm(
    members: [
      Member("id", .string, #"{"id":"#),
      Member("name", .string, #","name":"#),
      Member("location", .coordinate, #","location":"#),
      Member("packageId", .string, #","packageId":"#, isRequired: false),
      Member("vehicleId", .string, #","vehicleId":"#, isRequired: false),
    ], key: 0)

  static let parcel = EntityForm(
    members: [
      Member("id", .string, #"{"id":"#),
      Member("destination", .coordinate, #","destination":"#),
      Member("courierId", .string, #","courierId":"#, isRequired: false),
      Member("delivered", .boolean, #","delivered":"#),
      Member("location", .coordinate, #","location":"#),
    ], key: 0)

  static let vehicle = EntityForm(
    members: [
      Member("id", .string, #"{"id":"#),
      Member("courierId", .string, #","courierId":"#, isRequired: false),
      Member("location", .coordinate, #","location":"#),
      Member("name", .string, #","name":"#),
    ], key: 0)

  static let menuItem = EntityForm(
    members: [
      Member("name", .string, #"{"name":"#),
      Member("category", .category, #","category":"#),
      Member("spicy", .boolean, #","spicy":"#),
      Member("price", .number, #","price":"#),
    ], key: 1, isIdentified: false)
}
