import Engine
import StatusCore
import Text

extension FileLayer {
  /// Reads a table `watch.NAME`.
  mutating func readWatch(_ watch: GivenValue.Member, into layer: inout Layer) {
    let isLocation = watch.name == ResourceName.location.rawValue
    guard isLocation || ResourceName.configured(watch.name) != nil else {
      return add(
        "watch", "has a table “\(watch.name.excerpt)”; it must have the name of a resource, or location")
    }
    let key = "watch.\(watch.name)"
    let values = values(of: table(watch.value, at: key), in: Setting.ofWatch, below: key) { setting in
      setting.form.isTemplate ? .template(isLocation: isLocation) : setting.form
    }
    layer.watches += values.map { (watch.name, $0, $1) }
  }

  /// Every rule that cannot be used is a mistake of its own.
  mutating func classRules(_ rules: [GivenValue], at key: String) -> SettingValue? {
    var texts: [String] = []
    for rule in rules {
      guard case .string(let text) = rule else {
        add(key, "must be \(SettingForm.classRules.expectation), got \(rule.kind)")
        continue
      }
      do throws(WatchMistake) {
        _ = try ClassRule(text)
        texts.append(text)
      } catch {
        add(key, error.message)
      }
    }
    return .classRules(texts)
  }
}

extension SettingForm {
  fileprivate var isTemplate: Bool {
    if case .template = self { true } else { false }
  }
}
