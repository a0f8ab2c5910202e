import Engine
import Jansson
import Reactor
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
  /// What else there is to say: the failure, or why the value gets no younger; nil for nothing.
  let remark: String?

  @LoopActor
  init(of resource: Resource, _ server: Server) {
    let snapshot = resource.snapshot
    name = resource.name.rawValue
    json = server.text(of: resource)
    failure = snapshot.failure
    date = snapshot.value == nil ? nil : snapshot.updatedAt
    isSettled = snapshot.status == .loaded || snapshot.status == .failed
    summary = snapshot.value.map { ValueSummary(of: $0, resource.shape).description }
    severity = failure != nil ? .failed : snapshot.isStale ? .stale : summary == nil ? .loading : .ok
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
    severity = failure != nil ? .failed : summary == nil ? .loading : .ok
    remark = failure?.title
  }

  /// The text of a line, of one line and without anything that acts on a terminal.
  ///
  /// A failure is never silence: it is the text where there is no value, and stands behind the usual text.
  func text(_ template: Template?, age: Age?) -> String {
    let text: String
    if let template, summary != nil || !template.needsValue {
      text = template.text(of: json, age: age)
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
  var details: String {
    guard let failure else { return remark.map { "\(name): \($0)" } ?? name }
    let options = failure.options.dropFirst().map(\.title).joined(separator: ", ")
    let (reason, separator, suggestion) = failure.message
    return "\(name): \(failure.title). \(reason)\(separator)\(suggestion)"
      .visible(inScalars: Self.longest) + (options.isEmpty ? "" : " [\(options)]")
  }
}
