import Jansson
import Logging
import Providers
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// One request and no conversation.
///
/// A process has one loop, so each of these has a process of its own.
@Suite(.timeLimit(.minutes(3))) struct SingleCallTests {
  @Test func `a value of the deepest nesting is told`() async {
    await #expect(processExitsWith: .success) {
      let depth = ValueDecoder.budget.depth
      let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let told = try Self.refreshed(value)
      #expect(told.contains(#""value":\#(value),"#))
    }
  }

  @Test func `a value of any JSON is told as its source wrote it`() async {
    await #expect(processExitsWith: .success) {
      let told = try Self.refreshed(
        "\u{FEFF}[ 1e400,\n123456789012345678901234567890, \"\u{2028}\", null ]\n")
      #expect(told.contains(#""value":[1e400,123456789012345678901234567890,"\u2028",null],"#))
    }
  }

  @Test func `a value may be null, and is told as such`() async {
    await #expect(processExitsWith: .success) {
      let told = try Self.refreshed("null")
      #expect(told.contains(#""status":"loaded","isFetching":false,"value":null,"#))
    }
  }

  /// What a refresh of a resource of shape `any` answers whose source gives that text; "" for an error.
  private static func refreshed(_ text: String) throws -> String {
    let file = try TemporaryFile(text)
    var configuration = Configuration()
    configuration.resources.append(
      Configuration.Resource(name: ResourceName(rawValue: "any"), shape: .any, source: .file(file.path)))
    let params = JSONText { $0.object { $0.member("resource", "any") } }
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    guard
      case .result(let result) = SingleCall.perform("refresh", params: params, configuration, logger: logger)
    else { return "" }
    return result.description
  }
}
