import CCurl
import Reactor
import StatusCore

/// The lines of headers of a request, as libcurl wants them.
///
/// A handle has no copy of them (CURLOPT_HTTPHEADER): whoever gives them to one keeps this object as long.
@safe
final class CurlHeaders {
  private(set) var list: UnsafeMutablePointer<curl_slist>?
  private let functions: UnsafePointer<CurlFunctions>

  /// - Throws: `transportFailed` when there is no memory for them.
  @LoopActor
  init(_ lines: [String], _ library: CurlLibrary) throws(Problem) {
    unsafe functions = library.functions
    for line in lines {
      let longer = unsafe line.withCString { unsafe functions.pointee.slist_append(list, $0) }
      guard let longer = unsafe longer else {
        throw Problem(.transportFailed, explanation: .library(.headerNotKept))
      }
      unsafe list = longer
    }
  }

  deinit {
    unsafe functions.pointee.slist_free_all(list)
  }
}
