import Engine
import Jansson
import Presenter
import Reactor
import Settings
import StatusCore
import StatusServer
import Text

/// What a line shows of a resource, or of the location: a part of a screen, and its snapshot for placeholders.
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

  /// What makes a state another one.
  enum Snapshot: Equatable {
    case resource(ResourceSnapshot)
    case location(LocationSnapshot)
  }

  let name: String
  let snapshot: Snapshot
  /// The Snapshot or LocationSnapshot.
  let json: JSONText
  /// The same without its value, for places of templates.
  let members: JSONText
  let severity: Severity
  let failure: Failure?
  /// When the value was fetched; nil without a value.
  let date: Timestamp?
  /// Whether the first value or failure has come.
  let isSettled: Bool
  /// The value's JSON, of the location the LocationSnapshot; nil without a value.
  let value: [UInt8]?
  /// Whether the value is not stale, though something may have failed that came with it.
  let isFresh: Bool
  /// What else there is to say: the failure, or why the value gets no younger; nil for nothing.
  let remark: String?
  /// The value in a few words, which are made when somebody asks.
  private let makeSummary: () -> String

  /// - Parameters:
  ///   - json: The Snapshot.
  ///   - members: The same without its value.
  init(
    _ part: Screen.Part, _ snapshot: ResourceSnapshot, _ shape: ResourceShape, _ json: JSONText,
    members: JSONText
  ) {
    self.snapshot = .resource(snapshot)
    name = snapshot.id.title
    (self.json, self.members) = (json, members)
    failure = part.failure?.failure
    date = snapshot.value == nil ? nil : snapshot.updatedAt
    isSettled = snapshot.status == .loaded || snapshot.status == .failed
    makeSummary = { part.value.map { ValueSummary(of: $0, shape).description } ?? "" }
    value = part.value?.text
    severity = failure != nil ? .failed : Severity(part.phase)
    remark = failure?.title ?? (!part.polling.isOn ? "paused" : part.phase == .stale ? "stale" : nil)
    isFresh = snapshot.value != nil && !snapshot.isStale
  }

  /// - Parameter json: The LocationSnapshot.
  init(_ place: Screen.Place?, _ snapshot: LocationSnapshot, _ json: JSONText) {
    let position = place?.position
    self.snapshot = .location(snapshot)
    name = ResourceName.location.rawValue
    (self.json, members) = (json, json)
    failure = place?.failure?.failure
    date = snapshot.timestamp
    isSettled = snapshot.status != .loading
    makeSummary = {
      let coordinate = position?.coordinate
      return [coordinate?.latitude, coordinate?.longitude].compactMap { $0.map(LocationLine.shortest) }
        .joined(separator: ", ")
    }
    value = position == nil ? nil : json.bytes
    severity = failure != nil ? .failed : position == nil ? .loading : .ok
    isFresh = severity == .ok
    remark = failure?.title
  }

  var hasValue: Bool { value != nil }

  /// Whether the value is the newest that there is, and nothing has failed since.
  var isLoaded: Bool { severity == .ok }

  /// The text of a line, of one line and without anything that acts on a terminal.
  ///
  /// A failure is never silence: it is the text where there is no value, and stands behind the usual text.
  ///
  /// - Parameter isAlone: Whether a failure has no other place, so that it stands behind the text of a template too.
  func text(_ template: LineTemplate?, age: String?, isAlone: Bool) -> String {
    let text: String
    if let template, hasValue || !template.needsValue {
      let written = template.text(of: members, value: value, age: age)
      text =
        failure.map { isAlone && !template.showsFailure ? "\(written) (\($0.title))" : written } ?? written
    } else if hasValue, template == nil {
      let summary = makeSummary()
      text = remark.map { "\(summary) (\($0))" } ?? summary
    } else {
      text = failure?.title ?? "…"
    }
    return text.visible(inScalars: Self.longest)
  }

  /// No bar is wider.
  static let longest = 1_024

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

extension WatchedState.Severity {
  /// Of a part without a failure.
  fileprivate init(_ phase: Screen.Phase) {
    switch phase {
    case .content: self = .ok
    case .stale: self = .stale
    case .blank, .loading, .error: self = .loading
    }
  }
}
