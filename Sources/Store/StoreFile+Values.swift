extension StoreFile {
  func value(_ key: StoreKey, of source: [UInt8]) throws(StoreFault) -> StoreFinding {
    var finding = StoreFinding.none
    let digest = digest(of: source)
    try connection.run(
      """
      SELECT source, entityTag, lastModified, fetchedAt, checksum, content, size
      FROM value JOIN body USING (id) WHERE key = ?
      """, [.blob(key.bytes)]
    ) { (row) throws(StoreFault) in
      let value = StoredValue(
        key: key, source: source, body: row.blob(5), entityTag: row.optionalText(1),
        lastModified: row.optionalText(2), fetchedAt: row.integer(3))
      let found = row.blob(0)
      let sum = value.checksum(source: found, body: Checksum.of(value.body))
      let isSound = sum == row.integer(4) && Int64(value.body.count) == row.integer(6)
      finding = !isSound ? .damaged : found == digest ? .value(value) : .none
    }
    return finding
  }

  func write(_ value: StoredValue) throws(StoreFault) {
    let (digest, body) = (digest(of: value.source), Checksum.of(value.body))
    try connection.run(
      """
      INSERT INTO value (key, source, entityTag, lastModified, fetchedAt, size, bodyChecksum, checksum)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT (key) DO UPDATE SET source = ?2, entityTag = ?3, lastModified = ?4, fetchedAt = ?5, size = ?6,
        bodyChecksum = ?7, checksum = ?8
      """,
      [
        .blob(value.key.bytes), .blob(digest), .optional(value.entityTag), .optional(value.lastModified),
        .integer(value.fetchedAt), .integer(Int64(value.body.count)), .integer(body),
        .integer(value.checksum(source: digest, body: body)),
      ])
    try connection.run(
      "INSERT OR REPLACE INTO body (id, content) SELECT id, ?2 FROM value WHERE key = ?1",
      [.blob(value.key.bytes), .blob(value.body)])
  }

  func confirm(_ value: StoredValue) throws(StoreFault) -> Bool {
    let digest = digest(of: value.source)
    var body: Int64?
    try connection.run(
      "SELECT bodyChecksum FROM value WHERE key = ? AND source = ? AND size = ?",
      [.blob(value.key.bytes), .blob(digest), .integer(Int64(value.body.count))]
    ) { (row) throws(StoreFault) in body = row.integer(0) }
    guard let body, body == Checksum.of(value.body) else { return false }
    try connection.run(
      "UPDATE value SET entityTag = ?, lastModified = ?, fetchedAt = ?, checksum = ? WHERE key = ?",
      [
        .optional(value.entityTag), .optional(value.lastModified), .integer(value.fetchedAt),
        .integer(value.checksum(source: digest, body: body)), .blob(value.key.bytes),
      ])
    return true
  }

  func drop(_ key: StoreKey) throws(StoreFault) {
    try connection.run(
      "DELETE FROM body WHERE id = (SELECT id FROM value WHERE key = ?)", [.blob(key.bytes)])
    try connection.run("DELETE FROM value WHERE key = ?", [.blob(key.bytes)])
  }

  func putAside(_ key: StoreKey) throws(StoreFault) {
    try connection.run("DELETE FROM damaged")
    try connection.run(
      "INSERT INTO damaged SELECT key, content FROM value JOIN body USING (id) WHERE key = ?",
      [.blob(key.bytes)])
    try drop(key)
  }

  func entries() throws(StoreFault) -> [StoreKey: StoreQuota.Entry] {
    var entries: [StoreKey: StoreQuota.Entry] = [:]
    try connection.run("SELECT key, size, fetchedAt FROM value") { (row) throws(StoreFault) in
      let key = StoreKey(row.blob(0))
      let size = Int(min(max(row.integer(1), 0), 1 << 40))
      entries[key] = StoreQuota.Entry(
        charge: StoreQuota.charge(ofKey: key, body: size), fetchedAt: row.integer(2))
    }
    return entries
  }
}

extension StoredValue {
  /// The checksum of the whole: no part of it can change alone.
  func checksum(source: [UInt8], body bodyChecksum: Int64) -> Int64 {
    var checksum = Checksum()
    checksum.add(field: key.bytes)
    checksum.add(field: source)
    checksum.add(field: entityTag.map { Array($0.utf8) })
    checksum.add(field: lastModified.map { Array($0.utf8) })
    checksum.add(fetchedAt)
    checksum.add(Int64(body.count))
    checksum.add(bodyChecksum)
    return Int64(bitPattern: checksum.value)
  }
}
