import Jansson
import Reactor
import Settings
import StatusCore
import Text

/// Prints how a wait has ended: the snapshot as `call` would, or nothing.
struct WaitReport {
  private let call: CallReport
  /// The text that is printed; nil for what `call` prints.
  let template: LineTemplate?
  let isQuiet: Bool

  private static let templateAdvice = "json, text, or a template with {…} in it"

  /// - Parameter format: `json`, `text` or a template; nil for what suits standard output.
  init(format: String?, pointer: String?, isRaw: Bool, isQuiet: Bool) throws(CommandEnd) {
    self.isQuiet = isQuiet
    let isTemplate = format?.utf8.contains(UInt8(ascii: "{")) == true
    guard let format, isTemplate else {
      template = nil
      call = CallReport(format: try Self.form(format), pointer: pointer, isRaw: isRaw, of: .wait)
      return
    }
    guard pointer == nil, !isRaw else {
      throw .mistake(
        "a template of --format says by itself what is printed; --pointer and --raw are for json")
    }
    do throws(WatchMistake) {
      template = try LineTemplate(format, isLocation: false)
    } catch {
      throw .mistake("--format \(error.message)")
    }
    call = CallReport(of: .wait)
  }

  static let forms = [CallFormat.json, .text].map(\.rawValue)

  private static func form(_ format: String?) throws(CommandEnd) -> CallFormat? {
    guard let format else { return nil }
    guard forms.contains(format), let form = CallFormat(rawValue: format) else {
      let advice = format.nearest(in: forms).map { "; did you mean \($0)?" } ?? ""
      throw .mistake("--format must be \(templateAdvice)\(advice)")
    }
    return form
  }

  /// - Parameter age: How long ago the value was fetched; nil without a value.
  /// - Returns: The exit status.
  @LoopActor
  func print(
    _ snapshot: JSONText, on end: WaitEnd, age: String?, because sentence: String?,
    shape: (String) -> ResourceShape?
  ) -> CInt {
    guard !isQuiet else { return end.status }
    let status = printed(snapshot, on: end, age, shape)
    if let sentence { LastWords.write("statusd: \(sentence)") }
    // Output that nobody got is worse than how it ended.
    return end.status == 0 || status == ExitStatus.inputOutputError ? status : end.status
  }

  @LoopActor
  private func printed(
    _ snapshot: JSONText, on end: WaitEnd, _ age: String?, _ shape: (String) -> ResourceShape?
  ) -> CInt {
    guard let template else { return call.print(snapshot, shape: shape) }
    let bytes = snapshot.bytes
    let value = (try? JSONPointer.find("/value", in: bytes)).map { Array(bytes[$0]) }
    let status = call.write(template.text(of: snapshot, value: value, age: age).visible)
    let lost =
      value.map { value in template.valuePlaces.compactMap { LostPlace(ofTemplate: $0, in: value) } } ?? []
    for place in end == .met ? lost : [] { LastWords.write("statusd: \(place.sentence)") }
    return status == 0 && !lost.isEmpty ? FailureStatus.other.rawValue : status
  }

  /// Prints a failure that was not waited out, with or without `--quiet`.
  ///
  /// - Parameter text: The error object, if another process has written it.
  /// - Returns: The exit status.
  func print(_ failure: Failure, _ text: JSONText? = nil) -> CInt { call.print(failure, text) }
}
