import CSQLite
import Glibc

/// A prepared statement of a connection, which keeps it.
@safe
final class SQLiteStatement {
  private let library: SQLiteLibrary
  private let handle: OpaquePointer
  private let connection: OpaquePointer

  /// Takes over a handle of the connection's.
  init(_ handle: OpaquePointer, of connection: OpaquePointer, _ library: SQLiteLibrary) {
    unsafe self.handle = handle
    unsafe self.connection = connection
    self.library = library
  }

  deinit {
    _ = unsafe library.functions.pointee.finalize(handle)
  }

  func run(
    _ values: [SQLiteValue], onRow: (SQLiteRow) throws(StoreFault) -> Void
  ) throws(StoreFault) {
    defer {
      _ = unsafe library.functions.pointee.reset(handle)
      _ = unsafe library.functions.pointee.clear_bindings(handle)
    }
    for (index, value) in values.enumerated() { try bind(value, at: CInt(index + 1)) }
    errno = 0
    while true {
      let code = unsafe library.functions.pointee.step(handle)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw fault(code) }
      try onRow(unsafe SQLiteRow(handle, library.functions))
    }
  }

  private func bind(_ value: SQLiteValue, at index: CInt) throws(StoreFault) {
    let functions = unsafe library.functions
    let code: CInt
    switch value {
    case .integer(let number): code = unsafe functions.pointee.bind_int64(handle, index, number)
    case .null: code = unsafe functions.pointee.bind_null(handle, index)
    case .blob(let bytes):
      // SAFETY: SQLite copies the bytes before it returns.
      code = unsafe bytes.withUnsafeBytes {
        unsafe csqlite_bind_blob(functions, handle, index, $0.baseAddress, $0.count)
      }
    case .text(let text):
      // SAFETY: as above.
      code = unsafe Array(text.utf8).withUnsafeBytes {
        unsafe csqlite_bind_text(functions, handle, index, $0.baseAddress, $0.count)
      }
    }
    guard code == SQLITE_OK else { throw fault(code) }
  }

  private func fault(_ code: CInt) -> StoreFault {
    StoreFault(code, errno: unsafe library.functions.pointee.system_errno(connection))
  }
}

/// What is bound to a parameter of a statement.
enum SQLiteValue {
  case integer(Int64)
  case blob([UInt8])
  case text(String)
  case null

  static func optional(_ text: String?) -> SQLiteValue { text.map { .text($0) } ?? .null }
  static func optional(_ number: Int?) -> SQLiteValue { number.map { .integer(Int64($0)) } ?? .null }
}

/// The present row of a statement; it is gone when the statement goes on.
@safe
struct SQLiteRow {
  private let handle: OpaquePointer
  private let functions: UnsafePointer<SQLiteFunctions>

  fileprivate init(_ handle: OpaquePointer, _ functions: UnsafePointer<SQLiteFunctions>) {
    unsafe self.handle = handle
    unsafe self.functions = functions
  }

  func integer(_ column: CInt) -> Int64 {
    unsafe functions.pointee.column_int64(handle, column)
  }

  func optionalInteger(_ column: CInt) -> Int? {
    isNull(column) ? nil : Int(integer(column))
  }

  func blob(_ column: CInt) -> [UInt8] {
    // SAFETY: the pointer is valid until the statement goes on, and the bytes are copied at once. `column_blob` comes
    // before `column_bytes`, as SQLite asks.
    guard let start = unsafe functions.pointee.column_blob(handle, column) else { return [] }
    let count = Int(unsafe functions.pointee.column_bytes(handle, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  func text(_ column: CInt) -> String {
    String(decoding: blob(column), as: UTF8.self)
  }

  func optionalText(_ column: CInt) -> String? {
    isNull(column) ? nil : text(column)
  }

  private func isNull(_ column: CInt) -> Bool {
    unsafe functions.pointee.column_type(handle, column) == SQLITE_NULL
  }
}
