import Engine
import JSONRPC
import Presenter
import Reactor
import StatusCore
import Text

// A screen while the configuration is wrong: blank parts, and an alert that says why.

extension LiveScreen {
  /// Opens the screen in the place of a blank one, now that the configuration is right.
  ///
  /// A part whose resource there is not stays blank, and the alert says so.
  convenience init(insteadOf blank: LiveScreen, _ session: Session) {
    var known = blank.request.map { $0.knownParts(of: session.engine) } ?? KnownParts()
    // No part ever goes.
    known.parts += blank.machine.parts.filter { part in
      !known.parts.contains { $0.name.hasSameBytes(as: part.name) }
    }
    let machine = ScreenMachine(
      known.parts, showsLocation: blank.machine.showsLocation, words: blank.machine.unit)
    self.init(blank.id, machine, of: known.resources, session)
    if let problem = known.problem {
      self.machine.show(session.failures.record(problem, operation: .openScreen))
    }
    goOn(from: blank)
    if blank.request?.string("fetch") == "missing" { fetchMissing() }
  }

  /// Shows why nothing is served.
  ///
  /// - Parameter anew: Whether the reason is another than what is shown, or was; otherwise what is shown stays.
  func remind(anew: Bool = false) {
    guard let misconfiguration = session.server.misconfiguration else { return }
    defer { mark() }
    for failure in machine.kept where session.failures.ledger.isOpen(failure.id) {
      guard anew else { return }
      session.failures.ledger.settle(failure.id)
    }
    machine.keep(session.failures.record(misconfiguration.problem, operation: .openScreen))
  }
}

extension Button {
  /// Whether it does nothing while nothing is served.
  var needsConfiguration: Bool {
    switch self {
    case .refresh, .polling, .startLocation: true
    case .stop, .option, .dismiss, .stopLocation, .closeHelp: false
    }
  }
}

extension Operation {
  fileprivate static let openScreen = Operation("openScreen")
}
