import ArgumentParser
import Engine
import StatusServer

/// The command line as completions see it: the options of `serve`, of the configuration and of the log may stand before
/// the name of a command, and need no command at all.
struct CompletionRoot: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Statusd.configuration.commandName, version: Version.description,
    subcommands: Statusd.configuration.subcommands)

  @OptionGroup var serve: Serve
}
