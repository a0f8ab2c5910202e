import Foundation
import Jansson
import Testing

@testable import StatusCore

/// The finer cases of each kind, beside schema/types/FailureDetail.schema.json.
@Suite struct FailureReasonTests {
  private static func schema() throws -> JSONValue {
    let file = URL(filePath: #filePath)
      .deletingLastPathComponent().appending(path: "../../../schema/types/FailureDetail.schema.json")
    let data = try Data(contentsOf: file.standardized)
    return try #require(try JSONValue.parse(Array(data).span)["properties"]?["reason"])
  }

  @Test func `every reason that the schema knows belongs to a kind`() throws {
    let words = try #require(try Self.schema()["enum"]).elements.compactMap(\.string)
    #expect(Set(words) == Set(FailureKind.allCases.flatMap(\.reasons)))
  }

  @Test func `the description lists the reasons of each kind`() throws {
    let description = try #require(try Self.schema()["description"]?.string)
    for kind in FailureKind.allCases where !kind.reasons.isEmpty && kind != .invalidRequest {
      #expect(description.contains(" \(kind.rawValue): \(kind.reasons.joined(separator: ", "))."), "\(kind)")
    }
  }
}
