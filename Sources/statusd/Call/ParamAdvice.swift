import Engine
import Settings
import StatusCore
import StatusServer
import Text

/// What a word was probably meant to be that stands in the place of params and is no JSON.
///
/// The word itself may be a secret that came here by a mistake in quoting. So nothing of it is repeated: the names that
/// are are those of the configuration and of the method.
struct ParamAdvice {
  /// The end of a sentence; nil where nothing is known.
  let sentence: String?

  init(for word: String, of method: String, _ settings: CommandLineSettings) {
    let parameters = MethodDescription.all.first { $0.name == method }?.parameters.map(\.name) ?? []
    // `resource:state` and `resource=state` differ by one letter.
    let value = word.split(separator: ":", maxSplits: 1).last.map(String.init) ?? word
    let names = SettingsReader.judge(settings).settings.configuration.resources.map(\.name.rawValue)
    if parameters.contains("resource"), let name = value.nearest(in: names) {
      sentence = "did you mean resource=\(name)?"
    } else {
      sentence = word.first.map { "{[".contains($0) } == true ? nil : Self.example(parameters, of: method)
    }
  }

  private static func example(_ parameters: [String], of method: String) -> String? {
    guard !parameters.isEmpty else { return nil }
    return "those of \(method) are \(parameters.joined(separator: ", "))"
  }
}
