import StatusCore
import Testing

private func item(_ name: String, _ category: String) -> MenuItem {
  MenuItem(name: name, category: category, isSpicy: false, price: 1)
}

@Suite struct MenuTests {
  @Test(arguments: [
    (["drinks", "starters", "desserts", "pastas"], ["starters", "pastas", "drinks", "desserts"]),
    (["b", "a", "b"], ["b", "a"]),
    (["a", "B", "ä", "Z"], ["ä", "a", "Z", "B"]),
    (["10", "9", ""], ["9", "10", ""]),
    ([], []),
  ])
  func `sections are sorted by category, descending by UTF-8`(categories: [String], sections: [String]) {
    let menu = Menu(items: categories.map { item("dish", $0) })
    #expect(menu.sections.map(\.category) == sections)
  }

  @Test func `categories are ordered by their scalars, not by how the strings are stored`() {
    // U+FF5E comes before U+1F336, though UTF-16 says otherwise.
    let menu = Menu(items: [item("wave", "\u{FF5E}"), item("pepper", "\u{1F336}")])
    #expect(menu.sections.map(\.category) == ["\u{1F336}", "\u{FF5E}"])
  }

  @Test func `items keep the order of the source within their section`() {
    let menu = Menu(items: [item("z", "a"), item("m", "b"), item("a", "a"), item("k", "a")])
    #expect(menu.sections.map { $0.items.map(\.name) } == [["m"], ["z", "a", "k"]])
  }
}
