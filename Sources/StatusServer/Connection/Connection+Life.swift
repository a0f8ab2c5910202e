package import Engine
import Reactor

// What becomes of the session from outside.

extension Connection {
  /// Starts polling what the configuration polls from the start.
  package func begin() {
    session.begin()
  }

  /// Ends the session because of a signal: admitted calls get their responses, and nothing more is received.
  package func terminate() {
    session.inputEnded()
  }

  /// Ends the session within a second because the client has gone, even if the input is still open.
  package func abandon() {
    session.abandoned()
  }

  /// What is left of the time in which the process has to end.
  package var timeLeft: Duration { session.timeLeft }

  /// The configuration is still wrong, and now for this reason.
  package func remain(_ misconfiguration: Misconfiguration) {
    server.misconfiguration = misconfiguration
    session.profile.misconfigurationChanged()
  }
}
