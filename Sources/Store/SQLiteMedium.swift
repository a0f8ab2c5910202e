/// A folder with a database of SQLite.
final class SQLiteMedium: StoreMedium {
  private let folder: StoreFolder
  private var library: SQLiteLibrary?

  init(in folder: StoreFolder) {
    self.folder = folder
  }

  func open() throws(StoreFault) -> any OpenStore { try StoreFile(in: folder, try loaded()) }

  private func loaded() throws(StoreFault) -> SQLiteLibrary {
    if let library { return library }
    let loaded = try SQLiteLibrary()
    library = loaded
    return loaded
  }

  func putAside() throws(StoreFault) -> String {
    try StoreFolder.putAside(try folder.prepare())
    return StoreFolder.damagedName
  }

  func remove() throws(StoreFault) {
    try StoreFolder.remove(try folder.prepare())
  }
}
