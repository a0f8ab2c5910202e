import Glibc

/// A descriptor that a caller of this module owns by its number.
package enum OwnDescriptor {
  package static func close(_ descriptor: CInt) { Glibc.close(descriptor) }
}
