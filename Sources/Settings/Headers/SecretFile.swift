import Providers
import StatusCore
import Text

/// A file that holds a secret and nothing else, as container platforms mount them: `${file:/run/secrets/token}`.
enum SecretFile {
  /// Bytes of the largest: as many as a header's value may have.
  private static let limit = 65_536

  /// What it holds, without a line end at its end.
  ///
  /// - Parameter place: Where it is named, for a sentence.
  static func contents(_ path: String, of place: String) throws(UnfitValue) -> String {
    guard !path.isEmpty, !path.utf8.contains(0), let path = HomePath.expanded(path) else {
      throw UnfitValue(expectation: "must name a file\(place) as ${file:PATH}")
    }
    var bytes: [UInt8]
    do throws(Problem) {
      bytes = try RegularFile(path: path, limit: limit).contents()
    } catch {
      let fault = error.fault(ofFileUpTo: limit)
      throw UnfitValue(expectation: "needs the file \(path.excerpt.visible)\(place), which \(fault)")
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UnfitValue(expectation: "needs the file \(path.excerpt.visible)\(place), which is not UTF-8")
    }
    return text
  }
}
