import Providers
import StatusCore
import Testing

@Suite struct DemoMenuTests {
  @Test func `the sections come in the order of a meal`() {
    #expect(Menu.demo.sections.map(\.category) == ["starters", "pastas", "drinks", "desserts"])
  }

  @Test func `there are eleven items or more, no two of one name`() {
    let names = Menu.demo.sections.flatMap(\.items).map(\.name)
    #expect(names.count >= 11 && Set(names).count == names.count)
  }

  @Test func `some items are spicy and some are not`() {
    #expect(Set(Menu.demo.sections.flatMap(\.items).map(\.isSpicy)) == [true, false])
  }
}
