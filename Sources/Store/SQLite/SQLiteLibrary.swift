import CSQLite
import Glibc

/// SQLite, loaded when the first store is opened.
///
/// Safe to use from the store's thread, because the table of functions is complete, never changes and is never
/// freed, and because the library is never unloaded.
@safe
final class SQLiteLibrary: @unchecked Sendable {
  // Unchecked, because of the pointer to the table, which nobody writes after `init`.

  /// A complete table; it lives as long as the process.
  let functions: UnsafePointer<SQLiteFunctions>

  static let soname = "libsqlite3.so.0"

  /// Loads the library of that name.
  ///
  /// - Throws: ``StoreFault/unwritable(_:errno:)`` when it, or a function of it, is missing.
  init(soname: String = SQLiteLibrary.soname) throws(StoreFault) {
    guard let library = unsafe dlopen(soname, RTLD_NOW | RTLD_LOCAL) else {
      throw .unwritable(.library, errno: 0)
    }
    let table = UnsafeMutablePointer<SQLiteFunctions>.allocate(capacity: 1)
    // SAFETY: `csqlite_load` fills every field of the one struct for which there is room, or says which it could
    // not; then the table is dropped.
    guard unsafe csqlite_load(table, library) == nil else {
      unsafe table.deallocate()
      throw .unwritable(.library, errno: 0)
    }
    unsafe functions = UnsafePointer(table)
  }
}
