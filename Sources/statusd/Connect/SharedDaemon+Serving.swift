import Engine
import Logging
import Reactor
import Settings

// What a daemon does at its place that serves there.

extension SharedPlace {
  /// Takes the lock, which whoever has started the daemon may have handed over.
  ///
  /// - Throws: Status 75 while another process has it, 73 or 77 where it cannot be made.
  func takeLock() throws(SharingProblem) -> CInt {
    do throws(SystemError) {
      if let lock = try FileLock.takeOrInherit(lock) { return lock }
    } catch {
      throw SharingProblem(ofLock: error)
    }
    throw SharingProblem(
      ExitStatus.temporary, "another process serves at \(socket), or begins to: it has \(lock)")
  }
}

extension SharedDaemon {
  /// The log of a daemon that was started for others is begun anew at so many bytes.
  private static let longestLog = 1 << 20

  /// Leaves behind what whoever has started it has, and says what its clients have in common.
  ///
  /// Its files have absolute paths. Only where programs are run does it stay in its folder, by which it is found.
  func settle(_ logger: Logger) {
    do throws(SystemError) {
      try SharedInfo(of: self).write(to: place.info)
      if !settings.runsProgram { try WorkingDirectory.enter("/") }
    } catch {
      logger.warning("the daemon is not quite at its place", metadata: ["error": "\(error)"])
    }
    ProcessEnvironment.replace(by: environment.variables.map { ($0.name, $0.value) })
    StandardErrorLog.writer.beginAnew(ifFile: place.log, has: Self.longestLog)
  }
}
