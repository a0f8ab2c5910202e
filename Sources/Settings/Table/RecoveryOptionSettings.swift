import Engine
import StatusCore

extension Setting<Configuration.RecoveryOption> {
  /// The keys of one recovery option.
  static let ofRecoveryOptions: [Self] = [
    .text("title", .title, \.title, "The words for its button."),
    Setting(
      key: "for", form: .kinds,
      summary: "The kinds of failure that offer it; without them every failed fetch does."
    ) {
      if case .kinds(let kinds) = $0 { $1.kinds = kinds }
    } current: {
      $0.kinds.map { .kinds($0) }
    },
    Setting(
      key: "command", form: .command,
      summary: """
        What performs it: a program and its arguments, quoted as in `command:PROGRAM ARGS…`. Without it the client \
        does.
        """
    ) {
      if case .command(let command) = $0 { $1.command = command }
    } current: {
      $0.command.map { .command($0) }
    },
    .seconds("timeout", 0.05...3_600, \.timeout, "How long the command may take."),
  ]
}
