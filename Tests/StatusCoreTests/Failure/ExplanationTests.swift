import Foundation
import Testing

@testable import StatusCore

/// Every sentence that a problem can have of its own, in the order of `Failure/Catalogue`, on one page.
///
/// What a person reads is reviewed here. The examples are in two files, each with the sentences of its areas.
@Suite struct ExplanationTests {
  typealias Example = (explanation: Explanation, english: String)

  private static let all = requests + connections + responses + libraries + data + locations + local

  @Test(arguments: all.indices)
  func `each explanation has its sentence`(index: Int) {
    let (explanation, english) = Self.all[index]
    #expect(explanation.english == english)
  }

  @Test(arguments: all.indices)
  func `each sentence is whole`(index: Int) {
    let sentence = Self.all[index].english
    #expect(sentence.endsSentence && !sentence.contains("..") && !sentence.contains("  "), "\(sentence)")
    // A message names what it is about.
    #expect(!sentence.hasPrefix("It "), "\(sentence)")
  }

  @Test(arguments: suggestions.indices)
  func `each suggestion has its sentence`(index: Int) {
    let (suggestion, english) = Self.suggestions[index]
    #expect(suggestion.english == english && english.endsSentence)
  }

  @Test func `words of others stay as they came`() {
    #expect(Explanation.quoted("Back at ten").english == "Back at ten")
    #expect(Explanation.composed("params.x is required.").english == "params.x is required.")
  }

  @Test(arguments: [("", ""), ("a", "a."), ("a.", "a."), ("a!", "a!"), ("a?", "a?"), ("a:", "a:.")])
  func `a sentence ends with one full stop`(words: String, sentence: String) {
    #expect(words.asSentence == sentence)
  }

  @Test func `the page has each case that the sources declare`() throws {
    let page = Self.all.map { "\($0.explanation)" } + Self.suggestions.map { "\($0.suggestion)" }
    let words = Set(page.flatMap { $0.split { !($0.isLetter || $0.isNumber) } }.map(String.init))
    let missing = try Self.declaredCases().filter { !words.contains($0) }
    #expect(missing.isEmpty)
  }

  /// The names behind `case` in the files of the sentences, which are declared on lines of their own.
  private static func declaredCases() throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/StatusCore/Failure/Catalogue").standardized
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasPrefix("Explanation") || $0.lastPathComponent == "Suggestion.swift" }
    let cases = try files.flatMap { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n") }
      .compactMap { $0.firstMatch(of: /^ +(?:indirect )?case ([a-z].*)$/)?.output.1 }
    try #require(cases.count > 80)
    // `case a, b` declares two; what stands in parentheses declares none.
    return cases.flatMap { $0.replacing(/\(.*\)/, with: "").split(separator: ", ").map(String.init) }
      .filter { !["quoted", "composed"].contains($0) }
  }
}
