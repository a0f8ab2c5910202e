/// A menu, grouped by category.
package struct Menu: Hashable, Sendable {
  /// The sections, sorted by category, descending.
  package let sections: [MenuSection]

  /// Groups the items by category.
  ///
  /// Sections are sorted by the UTF-8 bytes of their category, descending. So capitals come after small
  /// letters, and umlauts before both. Items keep their order within a section. Without items there are no
  /// sections.
  package init(items: [MenuItem]) {
    sections = Dictionary(grouping: items, by: \.category)
      .map(MenuSection.init)
      .sorted { $1.category.precedesInUTF8($0.category) }
  }
}

/// The items of one category.
package struct MenuSection: Hashable, Sendable {
  package let category: String
  /// The items in the order of the source.
  package let items: [MenuItem]

  package init(category: String, items: [MenuItem]) {
    self.category = category
    self.items = items
  }
}

/// A dish or a drink.
package struct MenuItem: Hashable, Sendable {
  package let name: String
  package let category: String
  package let isSpicy: Bool
  /// In the currency of the source, which does not name it.
  package let price: Double

  package init(name: String, category: String, isSpicy: Bool, price: Double) {
    self.name = name
    self.category = category
    self.isSpicy = isSpicy
    self.price = price
  }
}

extension String {
  /// Whether the string comes before `other` by its UTF-8 bytes, which is the order of Unicode scalars.
  ///
  /// Swift's `<` compares by canonical equivalence. Other languages do not, and every client must be able to
  /// sort in the same order.
  func precedesInUTF8(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
