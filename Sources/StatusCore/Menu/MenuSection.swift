/// The items of one category.
package struct MenuSection: Hashable, Sendable {
  package let category: String
  /// In the order of the source.
  package let items: [MenuItem]

  package init(category: String, items: [MenuItem]) {
    self.category = category
    self.items = items
  }
}
