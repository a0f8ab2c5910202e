import Engine
import Jansson
import Reactor
import Settings
import StatusCore
import StatusServer
import Text

/// What is known of a resource, or of the location, as a line shows it.
struct WatchedState {
  enum Severity: String {
    /// Nothing is known yet.
    case loading
    case ok
    /// The value is older than it should be.
    case stale
    /// The last fetch has failed.
    case failed
  }

  let name: String
  /// The Snapshot or LocationSnapshot.
  let json: JSONText
  let severity: Severity
  let failure: Failure?
  /// When the value was fetched; nil without a value.
  let date: Timestamp?
  /// Whether the first value or failure has come.
  let isSettled: Bool
  /// The value in a few words; nil without a value.
  let summary: String?
  /// The value's JSON, of the location the LocationSnapshot; nil without a value.
  let value: [UInt8]?
  /// Whether the value is the newest that there is, and nothing has failed since.
  let isLoaded: Bool
  /// What else there is to say: the failure, or why the value gets no younger; nil for nothing.
  let remark: String?

  @LoopActor
  init(of resource: Resource, _ server: Server) {
    let snapshot = resource.snapshot
    name = resource.id.title
    json = server.text(of: resource)
    failure = snapshot.failure
    date = snapshot.value == nil ? nil : snapshot.updatedAt
    isSettled = snapshot.status == .loaded || snapshot.status == .failed
    summary = snapshot.value.map { ValueSummary(of: $0, resource.shape).description }
    value = snapshot.value?.text
    severity = failure != nil ? .failed : snapshot.isStale ? .stale : summary == nil ? .loading : .ok
    isLoaded = snapshot.status == .loaded && severity == .ok
    remark = failure?.title ?? (!snapshot.autoPolling.isEnabled ? "paused" : snapshot.isStale ? "stale" : nil)
  }

  @LoopActor
  init(of location: Location, _ server: Server) {
    let snapshot = location.snapshot
    name = ResourceName.location.rawValue
    json = server.locationText
    failure = snapshot.failure
    date = snapshot.timestamp
    isSettled = snapshot.status != .loading
    summary = snapshot.position.map {
      "\(LocationLine.shortest($0.coordinate.latitude)), \(LocationLine.shortest($0.coordinate.longitude))"
    }
    value = summary == nil ? nil : json.bytes
    severity = failure != nil ? .failed : summary == nil ? .loading : .ok
    isLoaded = severity == .ok
    remark = failure?.title
  }

  /// The text of a line, of one line and without anything that acts on a terminal.
  ///
  /// A failure is never silence: it is the text where there is no value, and stands behind the usual text.
  ///
  /// - Parameter isAlone: Whether a failure has no other place, so that it stands behind the text of a template too.
  func text(_ template: LineTemplate?, age: Age?, isAlone: Bool) -> String {
    let text: String
    if let template, summary != nil || !template.needsValue {
      let written = template.text(of: json, age: age?.description)
      text =
        failure.map { isAlone && !template.showsFailure ? "\(written) (\($0.title))" : written } ?? written
    } else if let summary, template == nil {
      text = remark.map { "\(summary) (\($0))" } ?? summary
    } else {
      text = failure?.title ?? "…"
    }
    return text.visible(inScalars: Self.longest)
  }

  /// No bar is wider.
  private static let longest = 1_024

  /// What a bar shows beside its text: why there is a failure, and what can be done.
  ///
  /// - Parameter look: The class, and why the value has it.
  func details(_ look: WatchedClass) -> String {
    guard let failure else {
      let remarks = [look.reason.map { "\(look.name) (\($0))" }, remark].compactMap(\.self)
      return (remarks.isEmpty ? name : "\(name): \(remarks.joined(separator: ", "))").visible(
        inScalars: Self.longest)
    }
    let options = failure.options.dropFirst().map(\.title).joined(separator: ", ")
    let (reason, separator, suggestion) = failure.message
    return "\(name): \(failure.title). \(reason)\(separator)\(suggestion)"
      .visible(inScalars: Self.longest) + (options.isEmpty ? "" : " [\(options)]")
  }
}
