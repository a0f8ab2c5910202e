import ArgumentParser
import Text

/// How `watch` prints a state.
struct WatchFormat {
  enum Form: String, CaseIterable {
    case json, plain, waybar, i3blocks, i3bar, polybar, tmux
  }

  let form: Form
  /// The text; nil for the usual one.
  let template: Template?

  static let names = Form.allCases.map(\.rawValue)

  /// - Parameters:
  ///   - format: The name of a form, or a template; nil for JSON.
  ///   - text: A template for the text in a form.
  init(_ format: String?, text: String?, isLocation: Bool) throws {
    let format = format ?? Form.json.rawValue
    if let form = Form(rawValue: format) {
      guard text == nil || form != .json else {
        throw ValidationError("--text is for the formats of bars, and json has none")
      }
      self.form = form
      template = try text.map { try Template($0, isLocation: isLocation) }
    } else {
      guard format.contains("{"), text == nil else {
        let advice = format.nearest(in: Self.names).map { "; did you mean \($0)?" } ?? ""
        throw ValidationError(
          "--format must be one of \(Self.names.joined(separator: ", ")), or a template with {…} in it\(advice)"
        )
      }
      form = .plain
      template = try Template(format, isLocation: isLocation)
    }
  }

  /// Whether the bar sends clicks to standard input.
  var hasClicks: Bool { form == .i3bar || form == .i3blocks }

  /// What stands before the first line; nil for nothing.
  var header: String? { form == .i3bar ? I3BarForm.header : nil }
}
