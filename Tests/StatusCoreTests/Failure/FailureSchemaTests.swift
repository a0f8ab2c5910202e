import Foundation
import StatusCore
import Testing

/// schema/failures.json and the catalogue are one table, kept in two places.
@Suite struct FailureSchemaTests {
  @Test func `the schema names the kinds of the catalogue, in its order`() throws {
    #expect(try FailureSchema.read().kinds.map(\.kind) == FailureCatalogue.entries.map(\.kind.rawValue))
  }

  @Test(arguments: FailureCatalogue.entries)
  func `a kind of the schema is as in the catalogue`(entry: FailureCatalogue.Entry) throws {
    let written = try FailureSchema.read().kinds.first { $0.kind == entry.kind.rawValue }
    #expect(written == FailureSchema.Kind(entry))
  }

  @Test func `the schema names the options of the code, in their order`() throws {
    #expect(try FailureSchema.read().options.map(\.id) == RecoveryOptionID.builtIn.map(\.rawValue))
  }

  @Test(arguments: RecoveryOptionID.builtIn)
  func `an option of the schema is as in the code`(id: RecoveryOptionID) throws {
    let written = try FailureSchema.read().options.first { $0.id == id.rawValue }
    #expect(written == FailureSchema.Option(RecoveryOption(id)))
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
      recoveryOptions: ([.cancel] + entry.options).map(\.rawValue))
  }
}

extension FailureSchema.Option {
  init(_ option: RecoveryOption) {
    self.init(
      id: option.id.rawValue, title: option.title, role: option.role.rawValue,
      performedBy: option.performedBy.rawValue)
  }
}
