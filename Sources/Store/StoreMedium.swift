/// The place of a store: the seam for another one than a file of SQLite.
///
/// The store's thread makes it, and nothing else uses it.
protocol StoreMedium: AnyObject {
  /// Opens what is there, or makes it.
  func open() throws(StoreFault) -> any OpenStore

  /// Puts what is damaged aside; nothing of it is open.
  ///
  /// - Returns: Its name.
  func putAside() throws(StoreFault) -> String

  /// Removes everything; nothing of it is open.
  func remove() throws(StoreFault)
}
