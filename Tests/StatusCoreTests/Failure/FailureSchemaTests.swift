import Foundation
import StatusCore
import Testing

/// schema/failures.json and the catalogue are one table, kept in two places.
@Suite struct FailureSchemaTests {
  @Test func `the kinds of the schema are those of the catalogue`() throws {
    let schema = try FailureSchema.read()
    #expect(schema.kinds == FailureCatalogue.entries.map(FailureSchema.Kind.init))
  }

  @Test func `the options of the schema are those of the code`() throws {
    let schema = try FailureSchema.read()
    #expect(schema.options == RecoveryOptionID.allCases.map { FailureSchema.Option(RecoveryOption($0)) })
  }

  @Test func `no member of the schema goes unread`() throws {
    let written = try JSONSerialization.jsonObject(with: Data(contentsOf: FailureSchema.file))
    let read = try JSONSerialization.jsonObject(with: JSONEncoder().encode(FailureSchema.read()))
    #expect(written as? NSDictionary == read as? NSDictionary)
  }
}

private struct FailureSchema: Codable {
  let kinds: [Kind]
  let options: [Option]

  static let file = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../../schema/failures.json").standardized

  static func read() throws -> FailureSchema {
    try JSONDecoder().decode(FailureSchema.self, from: Data(contentsOf: file))
  }

  struct Kind: Codable, Equatable {
    let code: Int
    let kind: String
    let title: String
    let failureReason: String?
    let recoverySuggestion: String?
    let retrySafe: Bool
    let helpAnchor: String
    let recoveryOptions: [String]
  }

  struct Option: Codable, Equatable {
    let id: String
    let title: String
    let role: String
    let performedBy: String
  }
}

extension FailureSchema.Kind {
  init(_ entry: FailureCatalogue.Entry) {
    self.init(
      code: entry.code, kind: entry.kind.rawValue, title: entry.title, failureReason: entry.failureReason,
      recoverySuggestion: entry.recoverySuggestion, retrySafe: entry.isRetrySafe,
      helpAnchor: entry.helpAnchor,
      recoveryOptions: ([.cancel] + RecoveryPolicy.options(of: entry.kind)).map(\.rawValue))
  }
}

extension FailureSchema.Option {
  init(_ option: RecoveryOption) {
    self.init(
      id: option.id.rawValue, title: option.title, role: option.role.rawValue,
      performedBy: option.performedBy.rawValue)
  }
}
