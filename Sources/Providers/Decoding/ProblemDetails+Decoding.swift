import StatusCore
import Text

extension ProblemDetails {
  /// Unicode scalars of the longest string that is kept.
  private static let longest = 500

  /// Reads the body of an error response.
  ///
  /// A member of another type than RFC 9457 gives it is ignored, as section 3.1 demands. So is one that says
  /// nothing. Other members are extensions, which nobody here knows.
  ///
  /// - Parameter secrets: What the server may repeat and nobody may see.
  /// - Returns: Nil for a body that is no JSON object or has none of the members.
  init?(_ body: [UInt8], hiding secrets: Secrets) {
    guard let json = try? ValueDecoder.reader(of: body, at: "", offset: 0) else { return nil }
    func text(_ name: String) -> String? {
      guard let text = try? json.optional(name)?.string() else { return nil }
      let shown = secrets.hidden(in: text).visible(inScalars: Self.longest)
      return shown.allSatisfy { $0 == " " } ? nil : shown
    }
    self.init()
    type = text("type")
    title = text("title")
    status = (try? json.optional("status")?.number()).flatMap { Int(exactly: $0) }
      .flatMap { 100...999 ~= $0 ? $0 : nil }
    detail = text("detail")
    instance = text("instance")
    if isEmpty { return nil }
  }
}
