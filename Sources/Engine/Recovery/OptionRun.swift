import Logging
package import Providers
import Reactor
import StatusCore

/// The command of a recovery option of the user's own.
package struct OptionCommand: Hashable, Sendable {
  package let command: Command
  /// How long it may take.
  package let timeout: Duration
  /// The option's table in the configuration: `resources.menu.recoveryOptions.restart`.
  package let key: String

  package init(_ command: Command, timeout: Duration, key: String) {
    self.command = command
    self.timeout = timeout
    self.key = key
  }
}

/// One run of the command of a recovery option.
///
/// It runs as a source's command does. Only its status counts: what it writes to its standard output is dropped.
@LoopActor
final class OptionRun {
  private let command: OptionCommand
  private let onEnd: @LoopActor (Problem?) -> Void
  private var attempt: (any SourceAttempt)?
  private var cancelDeadline: RecoveryMeans.Action = {}

  /// Starts the command.
  ///
  /// - Parameters:
  ///   - secrets: The variables of the environment that the command does not see.
  ///   - onEnd: Called once, on a later turn, unless the run is ended first: with nil for status 0.
  init(
    _ command: OptionCommand, for failure: Failure, hiding secrets: Set<String>,
    _ environment: EngineEnvironment, _ onEnd: @escaping @LoopActor (Problem?) -> Void
  ) {
    self.command = command
    self.onEnd = onEnd
    let variables = EnvironmentChanges(removing: secrets, setting: Self.variables(of: failure))
    environment.logger.debug(
      "runs the command of a recovery option",
      metadata: ["option": "\(command.key)", "failureId": "\(failure.id.rawValue)"])
    let source = CommandSource(command.command, environment: variables, timers: environment.timers)
    attempt = source.run { self.ended(with: $0) }
    cancelDeadline = environment.schedule(at: environment.timers.now + command.timeout) { self.expire() }
  }

  /// What the command sees of the failure.
  private static func variables(of failure: Failure) -> [String: String] {
    var variables = [
      "STATUSD_FAILURE_KIND": failure.kind.rawValue, "STATUSD_FAILURE_ID": failure.id.rawValue,
      "STATUSD_RESOURCE": failure.resource?.rawValue ?? "",
    ]
    for argument in failure.resourceID?.arguments?.all ?? [] {
      variables["STATUSD_ARGUMENT_\(argument.name)"] = argument.value
    }
    return variables
  }

  /// Ends the command with all that it has started.
  func end() {
    cancelDeadline()
    attempt?.cancel()
    attempt = nil
  }

  private func expire() {
    let problem = attempt?.expire()
    attempt = nil
    if let problem { onEnd(naming(problem)) }
  }

  private func ended(with problem: Problem?) {
    cancelDeadline()
    attempt = nil
    onEnd(problem.map(naming))
  }

  /// A command that cannot be started needs another one in the configuration.
  private func naming(_ problem: Problem) -> Problem {
    var problem = problem
    if ["notFound", "notExecutable"].contains(problem.detail.reason) {
      problem.detail.key = "\(command.key).command"
    }
    return problem
  }
}
