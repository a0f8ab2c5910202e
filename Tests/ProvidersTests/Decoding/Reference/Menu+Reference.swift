import StatusCore

@testable import Providers

extension Menu {
  /// Reads a menu in either form that sources give: a bare array of items, or `{"items": […]}`.
  ///
  /// One bad item fails the whole menu.
  init(_ reader: ValueReader) throws(Problem) {
    guard reader.isArray || reader.isObject else {
      throw reader.unexpected("an array of items or an object with items")
    }
    let items = reader.isArray ? reader : try reader.member("items")
    self.init(items: try items.elements(MenuItem.init(_:)))
  }
}

extension MenuItem {
  fileprivate init(_ reader: ValueReader) throws(Problem) {
    self.init(
      name: try reader.member("name").string(),
      category: try Self.category(try reader.member("category")),
      isSpicy: try reader.member("spicy").boolean(),
      price: try reader.member("price").number())
  }

  /// `"pastas"`, or `{"name": "pastas", "id": …}`.
  private static func category(_ reader: ValueReader) throws(Problem) -> String {
    try reader.isObject ? reader.member("name").string() : reader.string()
  }
}
