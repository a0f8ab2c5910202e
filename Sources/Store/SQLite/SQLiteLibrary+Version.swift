import CSQLite

/// What a store takes from this computer, for `statusd doctor`.
package enum StoreLibrary {
  /// The version of SQLite: `3.40.1`; nil where it is missing or lacks a function.
  package static var version: String? {
    guard let library = try? SQLiteLibrary() else { return nil }
    let number = Int(unsafe library.functions.pointee.libversion_number())
    return "\(number / 1_000_000).\(number / 1_000 % 1_000).\(number % 1_000)"
  }
}
