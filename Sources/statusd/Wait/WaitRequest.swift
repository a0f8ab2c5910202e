/// What `statusd wait` waits for: the params of the method waitFor.
struct WaitRequest {
  let subject: NamedSubject
  let until: [ConditionWord]
  let unless: [ConditionWord]
  /// nil to wait for ever.
  let timeout: TimeSpan?
  /// Between two polls; nil for the configured one.
  let interval: Duration?
  /// nil for that of the method.
  let patience: Patience?

  /// Which failures are waited out.
  enum Patience: String, CaseIterable {
    case transient, all, none
  }
}
