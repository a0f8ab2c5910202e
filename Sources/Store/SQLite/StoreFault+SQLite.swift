import CSQLite
import Glibc

extension StoreFault {
  /// What an extended result code of SQLite (https://sqlite.org/rescode.html) means to the store.
  ///
  /// - Parameter number: What SQLite says of the system's error. It knows none of a write that failed; then the
  ///   thread's own tells, which the caller has cleared before.
  init(_ code: CInt, errno number: CInt) {
    let isSystem = code & 0xFF == SQLITE_IOERR
    let number = number == 0 && isSystem ? Glibc.errno : number
    let isFull = isSystem && [ENOSPC, EDQUOT, EFBIG].contains(number)
    self = isFull ? .noRoom : StoreFault.fault(of: code, errno: Int(number))
  }

  private static func fault(of code: CInt, errno: Int) -> StoreFault {
    if lockCodes.contains(code) { return .unwritable(.locked, errno: errno) }
    switch code & 0xFF {
    case SQLITE_FULL: return .noRoom
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return .unwritable(.locked, errno: errno)
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: return .unwritable(.permission, errno: errno)
    case SQLITE_CANTOPEN:
      return .unwritable([EACCES, EPERM, EROFS].contains(CInt(errno)) ? .permission : .system, errno: errno)
    // The statements are fixed and right, so a schema that does not fit them is damaged.
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_SCHEMA:
      return .damaged
    // A file that ends within a page.
    case SQLITE_IOERR where code >> 8 == 2: return .damaged
    default: return .unwritable(.system, errno: errno)
    }
  }

  /// SQLITE_IOERR_UNLOCK, _RDLOCK, _CHECKRESERVEDLOCK, _LOCK and _SHMLOCK, which Swift does not import.
  private static let lockCodes: [CInt] = [8, 9, 14, 15, 20].map { SQLITE_IOERR | $0 << 8 }
}
