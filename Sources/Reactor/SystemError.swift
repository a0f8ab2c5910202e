import Glibc

/// What the system said when a call failed.
package struct SystemError: Error, Hashable, Sendable {
  /// What the call was about.
  package let subject: String
  package let errno: CInt

  package init(_ subject: String, errno: CInt = Glibc.errno) {
    self.subject = subject
    self.errno = errno
  }
}

extension SystemError: CustomStringConvertible {
  package var description: String {
    // SAFETY: strerror's buffer is copied before anything else can call it; it never returns NULL.
    let words = unsafe String(cString: strerror(errno))
    return "\(subject): \(words)"
  }
}
