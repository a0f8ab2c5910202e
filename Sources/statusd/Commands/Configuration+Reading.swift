import ArgumentParser
import Engine
import Logging
import Reactor
import Settings

extension Configuration {
  /// Reads the configuration; a wrong one ends the command with one line on stderr.
  ///
  /// - Throws: `ExitCode` 78 (EX_CONFIG in sysexits.h) for a wrong configuration.
  static func read(_ settings: CommandLineSettings, logger: Logger) throws -> Configuration {
    do throws(ConfigurationProblem) {
      let read = try SettingsReader.read(settings)
      logger.debug("configuration", metadata: ["file": "\(read.file ?? "none")"])
      for notice in read.notices { logger.warning("\(notice)") }
      return read.configuration
    } catch {
      StandardErrorLog.writer.write("statusd: \(error)")
      StandardErrorLog.writer.flush(within: .seconds(1))
      throw ExitCode(78)
    }
  }
}
