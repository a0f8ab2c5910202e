/// What the store's thread does: it opens the store, and then does batch after batch.
final class StoreWorker {
  private let medium: any StoreMedium
  private let report: (StoreReport) -> Void
  private var store: (any OpenStore)?
  /// Whether the store is a later version's.
  private var isOff = false
  /// Whether the contents are to be counted, which the first store that can be opened answers.
  private var owesContents = false

  init(_ medium: any StoreMedium, report: @escaping (StoreReport) -> Void) {
    self.medium = medium
    self.report = report
  }

  func perform(_ batch: StoreQueue.Batch) {
    guard !isOff else { return answer(batch) }
    if batch.countsContents { owesContents = true }
    do throws(StoreFault) {
      do throws(StoreFault) {
        try attempt(batch)
      } catch .damaged {
        try putFileAside()
        try attempt(batch)
      } catch .noRoom where batch.mustShrink {
        try empty()
        try attempt(batch)
      }
    } catch {
      fail(batch, error)
    }
  }

  func close() {
    store = nil
  }

  private func attempt(_ batch: StoreQueue.Batch) throws(StoreFault) {
    let store = try opened()
    // What this process writes and drops is counted by its owner.
    if owesContents {
      let contents = StoreReport.contents(try store.entries(), historyCount: try store.historyCount())
      report(contents.without(batch.drops))
    }
    owesContents = false
    if batch.writes { try write(batch, to: store) }
    for read in batch.reads { try perform(read, in: store) }
  }

  /// The store; one that could not be opened or written is opened anew.
  private func opened() throws(StoreFault) -> any OpenStore {
    if let store {
      if store.isInPlace { return store }
      self.store = nil
      report(.fileReplaced)
      owesContents = true
    }
    let opened = try medium.open()
    store = opened
    return opened
  }

  private func fail(_ batch: StoreQueue.Batch, _ fault: StoreFault) {
    store = nil
    if case .newer(let format) = fault {
      isOff = true
      report(.newer(format: format))
      return answer(batch)
    }
    for failure in batch.failures(fault) { report(failure) }
  }

  /// Answers as a store that keeps nothing.
  private func answer(_ batch: StoreQueue.Batch) {
    if !batch.values.isEmpty { report(.wrote(Array(batch.values.keys))) }
    for case .history(let number, _, _, _) in batch.reads { report(.history(number, nil)) }
  }
}

// MARK: Writing

extension StoreWorker {
  private func write(_ batch: StoreQueue.Batch, to store: any OpenStore) throws(StoreFault) {
    // A value that is lost with the system is asked for again; a fetch that is lost is one of many.
    let isSynchronous = batch.values.values.contains { $0.isNew }
    try store.transaction(isSynchronous: isSynchronous) { () throws(StoreFault) in
      for key in batch.drops { try store.drop(key) }
      if batch.historyDrop > 0 { try store.dropHistory(batch.historyDrop) }
      for (value, isNew) in batch.values.values {
        if isNew { try store.write(value) } else if try !store.confirm(value) { try store.write(value) }
      }
      for fetch in batch.fetches { try store.add(fetch) }
    }
    if batch.shrinks { try shrink(store, isNeeded: batch.mustShrink) }
    if !batch.values.isEmpty { report(.wrote(Array(batch.values.keys))) }
  }

  /// The room is free within the store already, and a disk can be too full to give it back.
  private func shrink(_ store: any OpenStore, isNeeded: Bool) throws(StoreFault) {
    do throws(StoreFault) {
      try store.shrink()
    } catch {
      if isNeeded, error == .noRoom { throw error }
    }
  }

  /// Drops everything, because the log of the database fills the disk.
  ///
  /// Then nothing can be dropped from within, and the room is never given back. Values can be fetched again.
  private func empty() throws(StoreFault) {
    store = nil
    try medium.remove()
    report(.emptied)
  }

  private func putFileAside() throws(StoreFault) {
    // It is closed first: SQLite writes what it has when it closes.
    store = nil
    report(.fileDamaged(aside: try medium.putAside()))
  }
}

// MARK: Reading

extension StoreWorker {
  private func perform(_ read: StoreRead, in store: any OpenStore) throws(StoreFault) {
    switch read {
    case .value(let key, let source):
      switch try store.value(key, of: source) {
      case .value(let value): report(.restored(value))
      case .none: break
      case .damaged: try putValueAside(key, in: store)
      }
    case .history(let number, let key, let since, let limit):
      report(.history(number, try store.history(of: key, since: since, limit: limit)))
    }
  }

  private func putValueAside(_ key: StoreKey, in store: any OpenStore) throws(StoreFault) {
    try store.transaction(isSynchronous: true) { () throws(StoreFault) in try store.putAside(key) }
    report(.valueDamaged(key))
  }
}
