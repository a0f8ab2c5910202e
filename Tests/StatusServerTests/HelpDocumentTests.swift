import Engine
import Foundation
import StatusCore
import Testing

@testable import StatusServer

@Suite struct HelpDocumentTests {
  private static let page = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../docs/failures.md").standardized

  @Test func `every kind of failure has a section, in the catalogue's order`() {
    #expect(HelpDocument.anchors == FailureKind.allCases.map { FailureCatalogue[$0].helpAnchor })
  }

  @Test(arguments: FailureKind.allCases)
  func `the section of a kind is the page's own`(kind: FailureKind) throws {
    let section = try #require(HelpDocument.section(anchor: FailureCatalogue[kind].helpAnchor))
    #expect(section.title == kind.rawValue)
    #expect(section.markdown.hasPrefix("### \(kind.rawValue)\n\n> **"))
    #expect(try String(contentsOf: Self.page, encoding: .utf8).contains(section.markdown))
  }

  @Test func `a section ends where the next heading of its level or above begins`() {
    let page = "# Page\n\n## Group\n\n### one\n\nText.\n\n#### More\n\n### two\n\n## Other\n\nNot two.\n"
    #expect(
      HelpDocument.sections(of: page) == [
        .init(anchor: "one", title: "one", markdown: "### one\n\nText.\n\n#### More\n"),
        .init(anchor: "two", title: "two", markdown: "### two\n"),
      ])
  }

  @Test func `a line of code is no heading`() {
    let page = "### one\n\n```\n### comment\n```\n"
    #expect(HelpDocument.sections(of: page) == [.init(anchor: "one", title: "one", markdown: page)])
  }

  @Test(arguments: [
    ("notFound", "notfound"), ("What's in a_name-1?", "whats-in-a_name-1"), ("Größe", "größe"),
  ])
  func `an anchor is derived as renderers derive it`(heading: String, anchor: String) {
    #expect(HelpDocument.anchor(ofHeading: heading) == anchor)
  }

  @Test(arguments: ["", "notFound", "failures", "the-request"])
  func `another anchor has no section`(anchor: String) {
    #expect(HelpDocument.section(anchor: anchor) == nil)
  }
}
