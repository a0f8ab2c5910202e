internal import Foundation
internal import StatusdClient
internal import TestSupport

/// The driver of the kit's client-side cases (schema/client/README.md): commands on stdin, outcomes on stdout.
@main
@MainActor
final class KitDriver {
  private static let hello: JSONValue = [
    "client": "clients/swift", "framings": ["lines", "headers"],
    "claims": [
      "bounded", "cancellation", "closedOutput", "concurrent", "grace", "handshake", "location",
      "notifications",
      "recovery", "restart", "screens", "timeouts",
    ],
  ]

  private var client: Statusd?
  private var commands: [String: Task<Void, Never>] = [:]
  private var failures: [String: StatusdFailure] = [:]
  private var streams: [String: any KitStream] = [:]

  static func main() async throws {
    write(hello)
    let driver = KitDriver()
    for await line in lines() {
      let command = try JSONValue(text: line)
      let id = command["id"]?.string ?? ""
      driver.commands[id] = Task {
        write(.object(await driver.outcome(command, id).merging(["id": .string(id)]) { $1 }))
      }
    }
    await driver.client?.close()
  }

  private func outcome(_ command: JSONValue, _ id: String) async -> [String: JSONValue] {
    do {
      return try await perform(command, id)
    } catch let failure as StatusdFailure {
      failures[id] = failure
      return ["failed": failure.outcome]
    } catch let ending as DaemonEnded {
      return ["ended": ending.outcome]
    } catch is CallTimedOut {
      return ["timedOut": true]
    } catch is CancellationError {
      return ["cancelled": true]
    } catch let error as ProgramNotFound {
      return ["notFound": .string(error.program)]
    } catch {
      return ["notStatusd": .string("\(error)")]
    }
  }

  private func perform(_ command: JSONValue, _ id: String) async throws -> [String: JSONValue] {
    switch command["do"]?.string {
    case "start":
      client = try await Statusd.spawn(Command(command: command), options: Options(command: command))
      return ["started": true]
    case "call":
      return ["result": try await call(command)]
    case "cancel":
      commands[command.of]?.cancel()
      return ["done": true]
    case "recover":
      let option = RecoveryOptionID(rawValue: command["option"]?.string ?? "")
      return ["result": try JSONValue(encoding: await failures[command.of]?.recover(with: option))]
    case "press":
      guard let screen = streams[command.of] as? ScreenStream else { throw Mistake() }
      return ["result": try await screen.press(command["params"] ?? .null)]
    case "next":
      return try await streams[command.of]?.next() ?? ["over": true]
    case "close":
      if let screen = streams[command.of] as? ScreenStream {
        await screen.close()
      } else {
        for case let screen as ScreenStream in streams.values { screen.end() }
        await client?.close()
      }
      return ["closed": true]
    default: return try await begin(command, id)
    }
  }

  private func call(_ command: JSONValue) async throws -> JSONValue {
    let method = command["method"]?.string ?? ""
    let timeout = command["timeout"]?.duration
    switch command["params"] {
    case .array(let params): return try await started().call(method, params, timeout: timeout)
    case let params: return try await started().call(method, params?.members, timeout: timeout)
    }
  }

  /// What makes a stream.
  private func begin(_ command: JSONValue, _ id: String) async throws -> [String: JSONValue] {
    let client = try started()
    switch command["do"]?.string {
    case "listen": streams[id] = NotificationStream(await client.notifications().makeAsyncIterator())
    case "locate": streams[id] = LocationStream(try await client.locations().makeAsyncIterator())
    case "screen":
      let stream = ScreenStream(try await Screen(over: client, command: command["params"] ?? .null))
      streams[id] = stream
      return stream.whole
    default: throw Mistake()
    }
    return ["listening": true]
  }

  private func started() throws -> Statusd {
    guard let client else { throw Mistake() }
    return client
  }

  private static func write(_ line: JSONValue) {
    guard let text = try? JSONEncoder().encode(line) else { return }
    FileHandle.standardOutput.write(text + Data("\n".utf8))
  }

  private static func lines() -> AsyncStream<String> {
    AsyncStream { lines in
      Thread.detachNewThread {
        while let line = readLine() { lines.yield(line) }
        lines.finish()
      }
    }
  }
}

/// A command that the kit does not have.
struct Mistake: Error {}
