import Engine
import Text

extension FileLayer {
  /// The options of the table `recoveryOptions`, with a limit, since each failure offers all of them.
  ///
  /// - Parameter key: The key of the table.
  mutating func recoveryOptions(
    _ members: [GivenValue.Member], at key: String
  ) -> [Configuration.RecoveryOption] {
    if members.count > Self.mostRecoveryOptions {
      add(key, "must have at most \(Self.mostRecoveryOptions) options, got \(members.count)")
    }
    var options: [Configuration.RecoveryOption] = []
    for member in members.prefix(Self.mostRecoveryOptions) {
      if let option = recoveryOption(member, below: key) { options.append(option) }
    }
    return options
  }

  private static let mostRecoveryOptions = 20

  private mutating func recoveryOption(
    _ member: GivenValue.Member, below key: String
  ) -> Configuration.RecoveryOption? {
    guard Configuration.RecoveryOption.isName(member.name) else {
      add(
        key, "has an option “\(member.name.excerpt)”; a name must be 1 to 64 letters, digits, - and _")
      return nil
    }
    let key = "\(key).\(member.name)"
    var option = Configuration.RecoveryOption(name: member.name)
    let members = table(member.value, at: key)
    let given = values(of: members, in: Setting.ofRecoveryOptions, below: key)
    for (setting, value) in given { setting.assign(value, &option) }
    let names = members.map(\.name)
    if case .table = member.value, !names.contains("title") { add("\(key).title", "is missing") }
    if !names.contains("command"), names.contains("timeout") {
      add("\(key).timeout", "means something only beside command")
    }
    return option
  }
}

extension Configuration.RecoveryOption {
  /// Whether an option can have that name; the rule is that of resources.
  static func isName(_ text: String) -> Bool {
    1...64 ~= text.utf8.count
      && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }
}
