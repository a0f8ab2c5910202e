import CCurl
import Reactor

/// A URL as libcurl has read it, which spares each of its transfers the reading.
///
/// A handle makes a copy when its transfer begins (CURLOPT_CURLU): whoever gives it to one keeps this object as long.
@safe
final class CurlURL {
  let handle: OpaquePointer
  private let functions: UnsafePointer<CurlFunctions>

  /// - Returns: nil for what is no URL to libcurl.
  @LoopActor
  init?(_ text: String, _ library: CurlLibrary) {
    let curl = unsafe library.functions
    guard let url = unsafe curl.pointee.url() else { return nil }
    unsafe (handle, functions) = (url, curl)
    guard unsafe text.withCString({ unsafe curl.pointee.url_set(url, CURLUPART_URL, $0, 0) }) == CURLUE_OK
    else {
      return nil
    }
  }

  deinit {
    unsafe functions.pointee.url_cleanup(handle)
  }
}
