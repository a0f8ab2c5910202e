import Reactor

/// What takes the body of a response with status 200 as it comes, in place of the transfer, which keeps none of it.
///
/// Both functions are called from within libcurl's callbacks: they must not start or end a transfer.
///
/// Pausing it is allowed there (curl_easy_pause(3)).
@LoopActor
protocol BodyReceiver: AnyObject {
  /// The headers are complete.
  ///
  /// - Returns: Why the body is not wanted; the transfer then ends with that. Nil if it is.
  func begin(_ headers: ResponseHeaders) -> TransferReport.Refusal?

  /// A piece of the body, which is not empty.
  func take(_ piece: ArraySlice<UInt8>)
}
