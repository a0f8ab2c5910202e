import CSQLite
import Glibc

/// A connection to one database, which one thread uses.
@safe
final class SQLiteConnection {
  private let library: SQLiteLibrary
  private let handle: OpaquePointer
  /// The statements that were run, by the address of their text: each is prepared once.
  private var statements: [UInt: SQLiteStatement] = [:]

  /// Opens a file, which must exist and must not be reached through a symbolic link.
  ///
  /// - Parameter busyTimeout: How long to wait for another process that writes, in milliseconds.
  init(_ path: String, _ library: SQLiteLibrary, busyTimeout: CInt) throws(StoreFault) {
    self.library = library
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
    let code = unsafe library.functions.pointee.open_v2(path, &opened, flags, nil)
    // SAFETY: `open_v2` gives a handle even where it fails, except without memory; it is closed once, below or in
    // `deinit`.
    guard let opened = unsafe opened else { throw .unwritable(.system, errno: 0) }
    guard code == SQLITE_OK else {
      let fault = StoreFault(code, errno: unsafe library.functions.pointee.system_errno(opened))
      _ = unsafe library.functions.pointee.close(opened)
      throw fault
    }
    unsafe handle = opened
    _ = unsafe library.functions.pointee.extended_result_codes(opened, 1)
    _ = unsafe library.functions.pointee.busy_timeout(opened, busyTimeout)
  }

  deinit {
    // A connection with statements is not closed.
    statements.removeAll()
    _ = unsafe library.functions.pointee.close(handle)
  }

  /// Runs statements that take no parameters and return nothing.
  func execute(_ sql: StaticString) throws(StoreFault) {
    errno = 0
    // SAFETY: a static string ends with a zero.
    let code = unsafe sql.utf8Start.withMemoryRebound(to: CChar.self, capacity: sql.utf8CodeUnitCount + 1) {
      unsafe library.functions.pointee.exec(handle, $0, nil, nil, nil)
    }
    guard code == SQLITE_OK else { throw fault(code) }
  }

  /// Runs a statement to its end.
  ///
  /// - Parameters:
  ///   - values: The parameters, in order.
  ///   - onRow: Called for each row; it must not run this statement again.
  func run(
    _ sql: StaticString, _ values: [SQLiteValue] = [],
    onRow: (SQLiteRow) throws(StoreFault) -> Void = { (_) throws(StoreFault) in }
  ) throws(StoreFault) {
    try statement(sql).run(values, onRow: onRow)
  }

  private func statement(_ sql: StaticString) throws(StoreFault) -> SQLiteStatement {
    let address = UInt(bitPattern: unsafe sql.utf8Start)
    if let statement = statements[address] { return statement }
    var prepared: OpaquePointer?
    // SAFETY: a static string ends with a zero.
    let code = unsafe sql.utf8Start.withMemoryRebound(to: CChar.self, capacity: sql.utf8CodeUnitCount + 1) {
      unsafe library.functions.pointee.prepare_v3(
        handle, $0, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    }
    guard code == SQLITE_OK, let prepared = unsafe prepared else { throw fault(code) }
    let statement = unsafe SQLiteStatement(prepared, of: handle, library)
    statements[address] = statement
    return statement
  }

  private func fault(_ code: CInt) -> StoreFault {
    StoreFault(code, errno: unsafe library.functions.pointee.system_errno(handle))
  }
}
