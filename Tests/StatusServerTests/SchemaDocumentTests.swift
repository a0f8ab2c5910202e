import Engine
import Foundation
import Jansson
import Testing

@testable import StatusServer

@Suite struct SchemaDocumentTests {
  private static let file = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../schema/openrpc.json").standardized

  @Test func `the document is JSON on one line`() throws {
    let bytes = SchemaDocument.openRPC.bytes
    #expect(try JSONValue.parse(bytes.span).kind == .object)
    #expect(!bytes.contains { $0 == 0x0A || $0 == 0x0D })
  }

  @Test func `the document is the file's, but for white space`() throws {
    let file = try JSONSerialization.jsonObject(with: Data(contentsOf: Self.file))
    let embedded = try JSONSerialization.jsonObject(with: Data(SchemaDocument.openRPC.bytes))
    #expect(file as? NSDictionary == embedded as? NSDictionary)
  }
}
