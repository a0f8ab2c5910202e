import Presenter
import StatusCore

/// What a row of the table is about.
enum TopSubject: Hashable {
  case resource(ResourceID)
  /// A parameterised resource, which has a row for each instance besides.
  case family(ResourceName)
  case location
}

/// A row of the table, in words.
struct TopRow: Equatable {
  let subject: TopSubject
  var name: String
  var phase = Screen.Phase.blank
  var isSpinning = false
  var age = ""
  var next = ""
  var attempt = ""
  /// The value in a few words.
  var value = ""
  /// The last failure's title, or what else there is to say.
  var note = ""
  var hasFailed = false
}

extension TopRow {
  init(_ subject: TopSubject, _ name: String, _ part: Screen.Part, value: String) {
    self.init(subject: subject, name: name)
    (phase, isSpinning, age) = (part.phase, part.isSpinning, part.age ?? "")
    next = part.polling.isOn ? part.polling.next ?? "" : "off"
    attempt = part.attempt.map { "\($0.number)/\($0.limit)" } ?? ""
    self.value = value
    (note, hasFailed) = (part.failure?.failure.title ?? "", part.failure != nil)
  }

  init(_ place: Screen.Place) {
    self.init(subject: .location, name: ResourceName.location.rawValue)
    (phase, age, next) = (place.phase, place.age ?? "", place.isOn ? "live" : "off")
    value = place.coordinates ?? ""
    (note, hasFailed) = (place.failure?.failure.title ?? "", place.failure != nil)
  }

  /// A parameterised resource.
  init(_ name: ResourceName, parameters: [String]) {
    self.init(subject: .family(name), name: name.rawValue)
    note = "needs " + parameters.map { "\($0)=…" }.joined(separator: " ")
  }

  /// A sign for the phase, which says without a colour what the colour says.
  var sign: (text: String, style: TopStyle) {
    if case .family = subject { return ("+", .faint) }
    if isSpinning { return ("↻", .busy) }
    return switch phase {
    case .content: hasFailed ? ("!", .warning) : ("●", .good)
    case .stale: hasFailed ? ("!", .warning) : ("○", .warning)
    case .error: ("✗", .bad)
    case .loading: ("↻", .busy)
    case .blank: ("·", .faint)
    }
  }

  var noteStyle: TopStyle {
    guard hasFailed else { return .faint }
    return phase == .error ? .bad : .warning
  }
}

extension Screen.Place {
  /// nil while no place is known.
  var coordinates: String? {
    position.map {
      "\(LocationLine.shortest($0.coordinate.latitude)), \(LocationLine.shortest($0.coordinate.longitude))"
    }
  }
}
