/// A menu by category.
package struct Menu: Hashable, Sendable {
  /// By category, descending.
  package let sections: [MenuSection]

  /// Groups the items by category.
  ///
  /// Sections are sorted by category, descending, by UTF-8 bytes: capitals therefore stand after small
  /// letters, and umlauts before both. Items keep their order within a section; no items give no sections.
  package init(items: [MenuItem]) {
    sections = Dictionary(grouping: items, by: \.category)
      .map(MenuSection.init)
      .sorted { $1.category.precedesInUTF8($0.category) }
  }
}
