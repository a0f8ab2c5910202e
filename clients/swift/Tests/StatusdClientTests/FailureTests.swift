import Foundation
import StatusdClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FailureTests {
  /// A menu of a file that is not there, and of one that is there later.
  private func failing(_ body: (Statusd, StatusdFailure, () throws -> Void) async throws -> Void) async throws
  {
    try await withFolder { folder in
      let file = folder.appending(path: "menu.json")
      try await running(["--menu", "file:\(file.path)"]) { (daemon, _) async throws in
        let failure = await #expect(throws: StatusdFailure.self) { try await daemon.fetchMenu() }
        try await body(daemon, try #require(failure)) { try Data("[]".utf8).write(to: file) }
      }
    }
  }

  @Test func `a failure has its kind, its texts and its options, and one of these recovers`() async throws {
    try await failing { (daemon, failure, heal) async throws in
      #expect(failure.kind == .fileNotFound)
      #expect(failure.code == 1_600)
      #expect(failure.title == "The file does not exist")
      #expect(failure.options.prefix(2).map(\.id) == [.cancel, .tryAgain])
      try heal()
      let recovery = try await failure.recover(with: .tryAgain)
      #expect(recovery.recovered)
      guard case .snapshot(let snapshot) = recovery.result else { throw Surprise() }
      #expect(try snapshot.value(as: MenuValue.self)?.sections == [])
      let late = await #expect(throws: StatusdFailure.self) { try await failure.recover() }
      #expect(late?.kind == .alreadyRecovered)
    }
  }

  @Test func `a recovery that fails throws a fresh failure`() async throws {
    try await failing { (_, failure, _) async throws in
      let fresh = await #expect(throws: StatusdFailure.self) { try await failure.recover() }
      #expect(fresh?.data.previousFailureId == failure.data.failureId)
    }
  }

  @Test func `the failure of a snapshot recovers too`() async throws {
    try await failing { daemon, _, heal in
      try heal()
      let data = try #require(try await daemon.getState("menu").failure)
      #expect(try await daemon.failure(data).recover().recovered)
    }
  }

  @Test func `Foundation shows it in the daemon's words`() async throws {
    try await failing { (_, failure, _) async throws in
      let error: any Error = failure
      #expect(error.localizedDescription == failure.title)
      let localized = try #require(error as? any LocalizedError)
      #expect(localized.recoverySuggestion == failure.data.recoverySuggestion)
      #expect(localized.failureReason == failure.data.failureReason)
      #expect(localized.helpAnchor == "filenotfound")
    }
  }

  @Test func `Foundation's buttons perform the options, and Return is not Cancel`() async throws {
    try await failing { (_, failure, heal) async throws in
      #expect(failure.options.first?.id == .cancel)
      #expect(failure.recoveryOptions.first == "Try Again")
      #expect(failure.recoveryOptions.last == "Cancel")
      #expect(Set(failure.recoveryOptions) == Set(failure.options.map(\.title)))
      #expect(await Self.attempt(failure, 0) == false)
      #expect(await Self.attempt(failure, 99) == false)
      try heal()
      let again = await #expect(throws: StatusdFailure.self) { try await failure.recover() }
      #expect(again?.kind == .alreadyRecovered)
    }
  }

  @Test func `a button that holds up its thread says whether it has recovered`() async throws {
    try await failing { (_, failure, heal) async throws in
      try heal()
      let recovered = await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: failure.attemptRecovery(optionIndex: 0)) }
      }
      #expect(recovered)
      #expect(!failure.attemptRecovery(optionIndex: -1))
    }
  }

  private static func attempt(_ failure: StatusdFailure, _ index: Int) async -> Bool {
    await withCheckedContinuation { continuation in
      failure.attemptRecovery(optionIndex: index) { continuation.resume(returning: $0) }
    }
  }
}

struct Surprise: Error {}
