import StatusCore
import Store

extension Problem {
  /// What a fault of the store is to clients.
  init(_ fault: StoreFault, path: String) {
    var detail = FailureDetail()
    detail.path = path
    switch fault {
    case .noRoom: self.init(.diskFull, detail: detail)
    case .damaged: self.init(.storeCorrupt, detail: detail)
    case .newer: self.init(.storeUnwritable, detail: detail)
    case .unwritable(let reason, let errno):
      detail.reason = reason.rawValue
      detail.errno = errno == 0 ? nil : errno
      self.init(.storeUnwritable, detail: detail, explanation: reason.explanation)
    }
  }

  /// `storeUnwritable`, because the disk does not respond.
  static func slow(path: String) -> Problem { Problem(.unwritable(.slow, errno: 0), path: path) }

  /// `outOfSpace`, with the size of the value that does not fit.
  static func outOfSpace(_ bytes: Int, in quota: StoreQuota) -> Problem {
    var detail = FailureDetail()
    (detail.bytes, detail.limit) = (bytes, quota.limit)
    return Problem(.outOfSpace, detail: detail)
  }

  /// `outOfSpace`, because the quota is too small for the value alone.
  static func hopelesslyLarge(_ quota: StoreQuota) -> Problem {
    var detail = FailureDetail()
    detail.limit = quota.limit
    return Problem(
      .outOfSpace, detail: detail,
      explanation: "The value would not fit if everything else was dropped, so nothing was.")
  }
}

extension StoreFault.Reason {
  fileprivate var explanation: String? {
    switch self {
    case .permission: nil
    case .notRegular: "There is something else in the place of the store."
    case .locked: "The store is locked by another process, or its file system has no locks."
    case .library: "The store needs SQLite, which could not be loaded. Install Debian's package libsqlite3-0."
    case .system: "The system refuses to write the store."
    case .slow: "The disk of the store does not respond in time."
    }
  }
}

extension Int {
  /// A number of bytes: in MiB where it is a whole number of them.
  var inWords: String { self % (1 << 20) == 0 ? "\(self >> 20) MiB" : "\(self) bytes" }
}
