import Jansson
import StatusCore

extension JSONWriter {
  /// A value of shape `menu`.
  mutating func menu(_ menu: Menu) {
    object { json in
      json.member("sections") { $0.array(of: menu.sections) { $0.menuSection($1) } }
    }
  }

  private mutating func menuSection(_ section: MenuSection) {
    object { json in
      json.member("category", section.category)
      json.member("items") { $0.array(of: section.items) { $0.menuItem($1) } }
    }
  }

  private mutating func menuItem(_ item: MenuItem) {
    object { json in
      json.member("name", item.name)
      json.member("category", item.category)
      json.member("spicy", item.isSpicy)
      json.member("price", item.price)
    }
  }
}
