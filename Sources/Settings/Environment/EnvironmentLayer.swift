import Engine
import StatusCore
import Text

/// Judges what the environment says: `STATUSD_` and a key in upper snake case.
///
/// It can set the keys of the resources that there are, but make none: the name of a variable cannot distinguish `my-builds` from
/// `my_builds`. Empty variables count as not set.
struct EnvironmentLayer {
  private var variables: [String: String]
  private(set) var layer = Layer()
  private(set) var problems = ConfigurationProblems()
  /// Every variable that would be understood, and the key that it stands for.
  private var known: [String: String] = [:]
  /// Variables of the daemon that stand for no key, but for options.
  private static let withoutKey = ["STATUSD_TRACE", Environment.fileVariable, "STATUSD_LOG_LEVEL"]

  /// Those of `environment`, for those resources.
  init(_ environment: Environment, resources: @autoclosure () -> [ResourceName]) {
    variables = environment.ours
    guard !variables.isEmpty else { return }
    variables = variables.filter { !$0.value.isEmpty }
    readShort()
    for setting in Setting.ofDaemon where setting.form.fitsVariable {
      if let value = value(of: setting.form, key: setting.key) { layer.daemon.append((setting, value)) }
    }
    for resource in resources() {
      for setting in Setting.ofResources where setting.form.fitsVariable {
        let value = value(of: setting.form, key: "\(resource.key).\(setting.key)")
        if let value { layer.resources.append((resource, setting, value)) }
      }
    }
  }

  /// The variables that look like keys and are none, each with a sentence for the log.
  ///
  /// There may be thousands: the first are named, the rest is counted.
  var notices: [String] {
    // Without variables of ours, as at most starts, what follows costs 290,000 instructions for types alone.
    guard !variables.isEmpty else { return [] }
    let unknown = variables.keys.filter { isUnknown($0) && isMeantAsKey($0) }.sorted()
    let named = unknown.prefix(Self.mostNotices).map { name in
      let advice = nearest(to: name).map { "; did you mean \($0)?" } ?? ""
      return "the variable \(Self.shown(name)) stands for no key and is ignored\(advice)"
    }
    let rest = unknown.count - named.count
    return named + (rest > 0 ? ["\(rest) more variables stand for no key and are ignored"] : [])
  }

  private func isUnknown(_ name: String) -> Bool {
    known[name] == nil && !Self.withoutKey.contains(name)
  }

  private static let mostNotices = 10
  private static let prefixes = [
    "RESOURCES_", "LIMITS_", "LOCATION_", "STORE_", "METRICS_", "SHARED_", "RECOVERY_OPTIONS_",
  ].map { "STATUSD_\($0)" }

  /// A variable that only begins with `STATUSD_` may be there for a header; one that is near to ours is mistyped.
  private func isMeantAsKey(_ name: String) -> Bool {
    if Self.prefixes.contains(where: { name.begins(with: $0) }) { return true }
    return variables.count <= 100 && nearest(to: name) != nil
  }

  /// The nearest name; of very many none is looked for, which would take too long.
  private func nearest(to name: String) -> String? {
    guard known.count <= 2_000 else { return nil }
    // Without the prefix, which all have in common.
    let names = known.keys.map { String($0.dropFirst(8)) }
    return String(name.dropFirst(8)).nearest(in: names).map { "STATUSD_\($0)" }
  }

  /// The beginning of a name that a variable of ours could have: with its `=` mistyped, a variable's name holds its
  /// value, up to the next one.
  private static func shown(_ name: String) -> String {
    let start = name.utf8.prefix { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    let text = String(Substring(start)).excerpt
    return start.endIndex < name.endIndex ? "\(text)…" : text
  }

  /// `STATUSD_STATE`, `STATUSD_MENU` and `STATUSD_LOCATION`: the long names, read later, win over them.
  private mutating func readShort() {
    for resource in [ResourceName.state, .menu] {
      let setting = Setting.source
      let value = value(
        of: setting.form, key: "\(resource.key).\(setting.key)",
        variable: "STATUSD_\(resource.rawValue.uppercased())")
      if let value { layer.resources.append((resource, setting, value)) }
    }
    guard let setting = Setting.ofDaemon.first(where: { $0.key == "location.source" }) else { return }
    let value = value(of: setting.form, key: setting.key, variable: "STATUSD_LOCATION")
    if let value { layer.daemon.append((setting, value)) }
  }

  private mutating func value(
    of form: SettingForm, key: String, variable: String? = nil
  ) -> SettingValue? {
    let variable = variable ?? Self.variable(of: key)
    let other = known.updateValue(key, forKey: variable)
    guard let text = variables[variable] else { return nil }
    if let other {
      problems.add(
        ConfigurationProblem(
          .environment(variable), "stands for both \(other) and \(key); set them in the file"))
      return nil
    }
    do throws(UnfitValue) {
      let value = try form.value(variable: text)
      layer.origins.append((key, .environment(variable)))
      return value
    } catch {
      // Never what was got: a variable may hold a secret, and the wrong one.
      problems.add(ConfigurationProblem(.environment(variable), key: key, error.expectation))
      return nil
    }
  }

  /// `resources.state.autoPolling.interval` is `STATUSD_RESOURCES_STATE_AUTO_POLLING_INTERVAL`.
  static func variable(of key: String) -> String {
    var name = "STATUSD_"
    var previous: Character = "."
    for character in key {
      if character.isUppercase, previous.isLowercase || previous.isNumber { name += "_" }
      name += character == "." || character == "-" ? "_" : character.uppercased()
      previous = character
    }
    return name
  }
}
