/// A store that is open, until the last reference to it goes.
protocol OpenStore: AnyObject {
  /// Whether it is still the one that would be opened now; what is written to another one is lost.
  var isInPlace: Bool { get }

  /// Does `body` as one transaction, of which nothing remains when it throws.
  ///
  /// - Parameter isSynchronous: Whether the transaction has reached the disk when this returns, and with it all those
  ///   before it. One that has not survives the end of the process, but not that of the system.
  func transaction(isSynchronous: Bool, _ body: () throws(StoreFault) -> Void) throws(StoreFault)

  /// Gives back to the system what was dropped.
  func shrink() throws(StoreFault)

  // MARK: Values

  func value(_ key: StoreKey, of source: [UInt8]) throws(StoreFault) -> StoreFinding

  /// Writes a value in place of the one that is there.
  func write(_ value: StoredValue) throws(StoreFault)

  /// Writes when a value was confirmed, and its validators; its body is there already.
  ///
  /// - Returns: Whether it is: another process may have dropped it, or written another.
  func confirm(_ value: StoredValue) throws(StoreFault) -> Bool

  func drop(_ key: StoreKey) throws(StoreFault)

  /// Puts a damaged value aside, where there is room for one.
  func putAside(_ key: StoreKey) throws(StoreFault)

  /// What every value takes of the quota, and when it was fetched.
  func entries() throws(StoreFault) -> [StoreKey: StoreQuota.Entry]

  // MARK: History

  func add(_ fetch: StoredFetch) throws(StoreFault)

  /// Drops the oldest fetches, of whatever resource.
  func dropHistory(_ count: Int) throws(StoreFault)

  /// The newest fetches since a date, newest first.
  func history(of key: StoreKey, since: Int64, limit: Int) throws(StoreFault) -> [StoredFetch]

  /// How many fetches there are.
  func historyCount() throws(StoreFault) -> Int
}

/// What reading a value finds.
enum StoreFinding {
  case value(StoredValue)
  /// There is none, or that of another source.
  case none
  /// There is one whose checksum is wrong.
  case damaged
}
