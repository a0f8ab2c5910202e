/// The key of what is stored: a resource's name, and the arguments of an instance, as bytes.
package struct StoreKey: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }
}

/// The last good value of a resource, with what is needed to ask its source whether there is another.
package struct StoredValue: Hashable, Sendable {
  package let key: StoreKey
  /// Where the value comes from, with all that its server distinguishes callers by.
  ///
  /// It may hold secrets and is never written: the file has a salted digest of it.
  package let source: [UInt8]
  package var body: [UInt8]
  /// The validators (RFC 9110 section 8.8), as the server sent them.
  package var entityTag: String?
  package var lastModified: String?
  /// When the value was fetched or last confirmed, in milliseconds since 1970-01-01T00:00:00Z.
  package var fetchedAt: Int64

  package init(
    key: StoreKey, source: [UInt8], body: [UInt8], entityTag: String? = nil, lastModified: String? = nil,
    fetchedAt: Int64
  ) {
    (self.key, self.source, self.body) = (key, source, body)
    (self.entityTag, self.lastModified, self.fetchedAt) = (entityTag, lastModified, fetchedAt)
  }

  /// The bytes that the quota counts.
  package var charge: Int { StoreQuota.charge(ofKey: key, body: body.count) }
}

/// One fetch in the history of a resource.
package struct StoredFetch: Hashable, Sendable {
  package let key: StoreKey
  /// When it ended, in milliseconds since 1970-01-01T00:00:00Z.
  package let endedAt: Int64
  /// A word of the owner's for how it ended.
  package let outcome: String
  /// The status of the response; nil where there was none.
  package let status: Int?
  package let attempts: Int
  /// In microseconds.
  package let duration: Int64
  /// The size of the body; nil where there was none.
  package let bytes: Int?

  package init(
    key: StoreKey, endedAt: Int64, outcome: String, status: Int?, attempts: Int, duration: Int64, bytes: Int?
  ) {
    (self.key, self.endedAt, self.outcome, self.status) = (key, endedAt, outcome, status)
    (self.attempts, self.duration, self.bytes) = (attempts, duration, bytes)
  }
}
