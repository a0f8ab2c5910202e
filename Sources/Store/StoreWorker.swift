/// What the store's thread does: it opens the file, and then batch after batch.
final class StoreWorker {
  private let folder: StoreFolder
  private let report: (StoreReport) -> Void
  private var library: SQLiteLibrary?
  private var file: StoreFile?
  /// Whether the file is a later version's.
  private var isOff = false
  /// Whether the contents are to be counted, which the first file that can be opened answers.
  private var owesContents = false

  init(_ folder: StoreFolder, report: @escaping (StoreReport) -> Void) {
    self.folder = folder
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
    file = nil
  }

  private func attempt(_ batch: StoreQueue.Batch) throws(StoreFault) {
    let file = try opened()
    // What this process writes and drops is counted by its owner.
    if owesContents {
      let contents = StoreReport.contents(try file.entries(), historyCount: try file.historyCount())
      report(contents.without(batch.drops))
    }
    owesContents = false
    if batch.writes { try write(batch, to: file) }
    for read in batch.reads { try perform(read, in: file) }
  }

  /// The file; one that could not be opened or written is opened anew.
  private func opened() throws(StoreFault) -> StoreFile {
    if let file {
      if file.isInPlace { return file }
      self.file = nil
      report(.fileReplaced)
      owesContents = true
    }
    let opened = try StoreFile(in: folder, try loaded())
    file = opened
    return opened
  }

  private func loaded() throws(StoreFault) -> SQLiteLibrary {
    if let library { return library }
    let loaded = try SQLiteLibrary()
    library = loaded
    return loaded
  }

  private func fail(_ batch: StoreQueue.Batch, _ fault: StoreFault) {
    file = nil
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
  private func write(_ batch: StoreQueue.Batch, to file: StoreFile) throws(StoreFault) {
    // A value that is lost with the system is asked for again; a fetch that is lost is one of many.
    let isSynchronous = batch.values.values.contains { $0.isNew }
    try file.transaction(isSynchronous: isSynchronous) { () throws(StoreFault) in
      for key in batch.drops { try file.drop(key) }
      if batch.historyDrop > 0 { try file.dropHistory(batch.historyDrop) }
      for (value, isNew) in batch.values.values {
        if isNew { try file.write(value) } else if try !file.confirm(value) { try file.write(value) }
      }
      for fetch in batch.fetches { try file.add(fetch) }
    }
    if batch.shrinks { try shrink(file, isNeeded: batch.mustShrink) }
    if !batch.values.isEmpty { report(.wrote(Array(batch.values.keys))) }
  }

  /// The room is free within the file already, and a disk can be too full to give it back.
  private func shrink(_ file: StoreFile, isNeeded: Bool) throws(StoreFault) {
    do throws(StoreFault) {
      try file.shrink()
    } catch {
      if isNeeded, error == .noRoom { throw error }
    }
  }

  /// Drops everything, because the log of the database fills the disk.
  ///
  /// Then nothing can be dropped from within, and the room is never given back. Values can be fetched again.
  private func empty() throws(StoreFault) {
    file = nil
    try StoreFolder.remove(try folder.prepare())
    report(.emptied)
  }

  private func putFileAside() throws(StoreFault) {
    // Its descriptors are closed first: SQLite writes what it has when it closes.
    file = nil
    try StoreFolder.putAside(try folder.prepare())
    report(.fileDamaged(aside: StoreFolder.damagedName))
  }
}

// MARK: Reading

extension StoreWorker {
  private func perform(_ read: StoreRead, in file: StoreFile) throws(StoreFault) {
    switch read {
    case .value(let key, let source):
      switch try file.value(key, of: source) {
      case .value(let value): report(.restored(value))
      case .none: break
      case .damaged: try putValueAside(key, in: file)
      }
    case .history(let number, let key, let since, let limit):
      report(.history(number, try file.history(of: key, since: since, limit: limit)))
    }
  }

  private func putValueAside(_ key: StoreKey, in file: StoreFile) throws(StoreFault) {
    try file.transaction(isSynchronous: true) { () throws(StoreFault) in try file.putAside(key) }
    report(.valueDamaged(key))
  }
}
