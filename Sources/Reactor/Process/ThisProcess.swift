import Glibc

/// What the system calls this process.
package enum ThisProcess {
  package static var id: Int { Int(getpid()) }
}
