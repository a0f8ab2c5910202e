import StatusCore
import Text

/// A file that holds a secret and nothing else, as container platforms mount them: `${file:/run/secrets/token}`.
enum SecretFile {
  /// Bytes of the largest: as many as a header's value may have.
  private static let limit = HTTPHeader.longestValue

  /// What it holds, without a line end at its end.
  static func contents(_ path: String) throws(SecretFileFault) -> String {
    guard let expanded = HomePath.expanded(path) else {
      throw SecretFileFault(path, "begins with ~, and the variable HOME names no folder")
    }
    var bytes: [UInt8]
    do throws(Problem) {
      bytes = try RegularFile(path: expanded, limit: limit).contents()
    } catch {
      throw SecretFileFault(expanded, error.fault(ofFileUpTo: limit))
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw SecretFileFault(expanded, "is not UTF-8")
    }
    return text
  }
}

/// Why a file gives no secret; says nothing of what it holds.
package struct SecretFileFault: Error, Hashable {
  package let path: String
  /// The end of a sentence that begins with the path: `does not exist`.
  let fault: String

  init(_ path: String, _ fault: String) {
    (self.path, self.fault) = (path, fault)
  }

  /// The end of a sentence that begins with who needs the file.
  ///
  /// - Parameter place: Where it is named.
  package func need(of place: String = "") -> String {
    "needs the file \(path.excerpt.visible)\(place), which \(fault)"
  }
}
