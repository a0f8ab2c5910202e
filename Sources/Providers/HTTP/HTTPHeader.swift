/// A header of a request, as the configuration gives it.
///
/// Its value may be a secret: it goes to the server that it was configured for and nowhere else, so the type
/// has no description of its own that would show it.
package struct HTTPHeader: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  package let name: String
  package let value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  package var description: String { "\(name): ***" }
  package var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
