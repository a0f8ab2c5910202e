import Reactor
package import StatusCore

extension Distribution {
  /// That of this computer; nil where nobody here knows its packages.
  package static var ofThisComputer: Distribution? {
    Distribution(identifiers: OperatingSystem.identifiers)
  }
}
