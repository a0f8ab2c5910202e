import Glibc

/// A limit that the system sets to this process (getrlimit(2)).
package struct ProcessLimit: Sendable {
  /// The limit that holds; nil for none.
  package let soft: Int?

  /// The number of descriptors.
  package static var descriptors: ProcessLimit { ProcessLimit(RLIMIT_NOFILE) }
  /// Bytes of a file that is written.
  package static var fileSize: ProcessLimit { ProcessLimit(RLIMIT_FSIZE) }
  /// Bytes of the address space.
  package static var addressSpace: ProcessLimit { ProcessLimit(RLIMIT_AS) }

  /// Has this process have so many descriptors, as far as the system lets it; programs that it starts may too.
  package static func raiseDescriptors(to count: Int) {
    var limit = rlimit()
    guard unsafe getrlimit(CInt(bitPattern: RLIMIT_NOFILE.rawValue), &limit) == 0,
      limit.rlim_cur < rlim_t(count)
    else { return }
    limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
    _ = unsafe setrlimit(CInt(bitPattern: RLIMIT_NOFILE.rawValue), &limit)
  }

  private init(_ resource: __rlimit_resource) {
    var limit = rlimit()
    let isKnown = unsafe getrlimit(CInt(bitPattern: resource.rawValue), &limit) == 0
    soft = isKnown && limit.rlim_cur != rlim_t.max ? Int(clamping: limit.rlim_cur) : nil
  }
}
