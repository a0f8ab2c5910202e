import Foundation
import StatusCore
import Testing

/// The exit statuses of commands, held against the table of docs/command-line.md.
struct FailureStatusTests {
  /// The rows of the table whose first cell is a number.
  private static let documented: [FailureKind: Int32] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try? String(contentsOf: root.appendingPathComponent("docs/command-line.md"), encoding: .utf8)
    var statuses: [FailureKind: Int32] = [:]
    for line in (page ?? "").split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3, let status = Int32(cells[0]) else { continue }
      for match in cells[2].matches(of: /`([A-Za-z]+)`/) {
        guard let kind = FailureKind(rawValue: String(match.1)) else { continue }
        #expect(statuses[kind] == nil, "\(kind) stands twice")
        statuses[kind] = status
      }
    }
    return statuses
  }()

  @Test(arguments: FailureKind.allCases)
  func `the page gives every kind the status that it has`(kind: FailureKind) {
    #expect(Self.documented[kind] == FailureCatalogue[kind].exitStatus.rawValue)
  }

  @Test func `a failure whose server says when to come back can be tried later`() {
    var ledger = FailureLedger()
    var ids = FailureIDs()
    for (wait, status) in [(nil, FailureStatus.permission), (Duration.seconds(9), .later)] {
      let failure = ledger.record(
        Problem(.forbidden, retryAfter: wait), id: ids.next(),
        in: FailureContext(
          operation: "refresh", resource: .state, presentation: .inline,
          conditions: RecoveryConditions(), at: Timestamp(millisecondsSince1970: 0)))
      #expect(failure.status == status)
    }
  }
}
