import Synchronization

/// The names of the variables that a configuration names as `${NAME}`, noted while it is read.
final class VariableNotes: Sendable {
  private let noted = Mutex<Set<String>>([])

  func add(_ name: String) { noted.withLock { _ = $0.insert(name) } }

  var names: [String] { noted.withLock { $0.sorted() } }
}
