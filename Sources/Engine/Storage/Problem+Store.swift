import Providers
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
      self.init(.storeUnwritable, detail: detail, explanation: reason.explanation.map { .store($0) })
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
    return Problem(.outOfSpace, detail: detail, explanation: .store(.valueTooLarge))
  }
}

extension StoreFault.Reason {
  fileprivate var explanation: Explanation.Store? {
    switch self {
    case .permission: nil
    case .notRegular: .notRegular
    case .locked: .locked
    case .library: .noLibrary(on: Distribution.ofThisComputer)
    case .system: .system
    case .slow: .slow
    }
  }
}

extension Int {
  /// A number of bytes: in MiB where it is a whole number of them.
  var inWords: String { self % (1 << 20) == 0 ? "\(self >> 20) MiB" : "\(self) bytes" }
}
