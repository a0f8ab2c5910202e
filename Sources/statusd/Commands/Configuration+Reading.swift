import ArgumentParser
import Engine
import Logging
import Reactor
import Settings

extension Configuration {
  /// Reads the configuration; a wrong one ends the command with a line on stderr for each mistake.
  ///
  /// - Throws: `ExitCode` 78 (EX_CONFIG in sysexits.h) for a wrong configuration.
  static func read(_ settings: CommandLineSettings, logger: Logger) throws -> Configuration {
    let (read, problems) = SettingsReader.judge(settings)
    guard problems.isEmpty else {
      for line in problems.lines { StandardErrorLog.writer.write("statusd: \(line)") }
      StandardErrorLog.flush(within: .seconds(1))
      throw ExitCode(78)
    }
    logger.debug("configuration", metadata: ["file": "\(read.file ?? "none")"])
    for notice in read.notices { logger.warning("\(notice)") }
    return read.configuration
  }
}
