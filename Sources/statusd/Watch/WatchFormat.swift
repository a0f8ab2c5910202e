import Engine
import Settings
import Text

/// How `watch` prints a state.
struct WatchFormat {
  enum Form: String, CaseIterable {
    case json, plain, waybar, i3blocks, i3bar, polybar, tmux
  }

  let form: Form
  /// The text; nil for the usual one.
  let template: LineTemplate?
  let classes: WatchClasses

  static let names = Form.allCases.map(\.rawValue)

  /// - Parameters:
  ///   - options: The options of the command line.
  ///   - settings: What the configuration says; an option wins over it.
  ///   - isTerminal: Whether a person reads the lines.
  init(
    _ options: WatchFormatOptions, _ settings: Configuration.Watch?, isLocation: Bool, isTerminal: Bool
  ) throws(CommandEnd) {
    let format = options.format ?? (isTerminal ? Form.plain : .json).rawValue
    let text: String?
    if let form = Form(rawValue: format) {
      guard options.text == nil || form != .json else {
        throw .mistake("--text is for the formats of bars, and json has none")
      }
      self.form = form
      text = options.text ?? settings?.text
    } else {
      guard format.contains("{"), options.text == nil else {
        let advice = format.nearest(in: Self.names).map { "; did you mean \($0)?" } ?? ""
        throw .mistake(
          "--format must be one of \(Self.names.joined(separator: ", ")), or a template with {…} in it\(advice)"
        )
      }
      form = .plain
      text = format
    }
    let hasClass = form != .json && form != .plain
    guard hasClass || (options.classTemplate == nil && options.classRules.isEmpty) else {
      throw .mistake("--class and --class-when are for the formats of bars, and \(form) has no class")
    }
    let option = options.format == text ? "--format" : "--text"
    template = try Self.template(text, of: option, isLocation: isLocation)
    classes = WatchClasses(
      template: try Self.template(
        options.classTemplate ?? settings?.classTemplate, of: "--class", isLocation: isLocation),
      rules: try Self.rules(options.classRules.isEmpty ? settings?.classRules ?? [] : options.classRules))
  }

  private static func template(_ text: String?, of option: String, isLocation: Bool) throws(CommandEnd)
    -> LineTemplate?
  {
    guard let text else { return nil }
    do throws(WatchMistake) {
      return try LineTemplate(text, isLocation: isLocation)
    } catch {
      throw .mistake("\(option) \(error.message)")
    }
  }

  private static func rules(_ texts: [String]) throws(CommandEnd) -> [ClassRule] {
    try texts.map { text throws(CommandEnd) in
      do throws(WatchMistake) {
        return try ClassRule(text)
      } catch {
        throw .mistake("--class-when \(error.message)")
      }
    }
  }

  /// Whether a line changes with time alone.
  var hasAge: Bool { form != .json && (template?.hasAge == true || classes.template?.hasAge == true) }

  /// Whether the bar sends clicks to standard input.
  var hasClicks: Bool { form == .i3bar || form == .i3blocks }

  /// Whether a failure has no other place than the text.
  var hasTextAlone: Bool { [.i3bar, .i3blocks, .polybar, .tmux].contains(form) }

  /// What stands before the first line; nil for nothing.
  var header: String? { form == .i3bar ? I3BarForm.header : nil }
}
