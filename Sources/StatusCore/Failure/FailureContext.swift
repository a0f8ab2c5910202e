/// What the daemon was doing when a problem occurred.
package struct FailureContext: Hashable, Sendable {
  package var operation: Operation?
  /// How to show the failure, from ``Presentation/of(_:hasValue:isPoll:)`` for a fetch; `alert` for a
  /// request.
  package var presentation: Presentation
  /// The conditions that decide which options the failure offers at first.
  package var conditions: RecoveryConditions
  /// When the problem occurred.
  package var at: Timestamp
  /// The uptime from which the server may be asked again; nil if it did not say so.
  package var retryAt: Duration?
  private var subject: Subject

  /// What failed.
  ///
  /// A case for what only fetches have, stored apart: a request's context is passed on without all its strings.
  private indirect enum Subject: Hashable {
    case request
    case fetch(Fetch)
  }

  private struct Fetch: Hashable {
    var resource: ResourceID?
    var shape: ResourceShape?
    var attempts: [Attempt] = []
    var previousFailureID: FailureID?
    var customOptions: [CustomOption] = []
  }

  private var fetch: Fetch {
    get { if case .fetch(let fetch) = subject { fetch } else { Fetch() } }
    set { subject = newValue == Fetch() ? .request : .fetch(newValue) }
  }

  package init(
    operation: consuming Operation? = nil, resource: ResourceID? = nil, shape: ResourceShape? = nil,
    presentation: Presentation = .alert, attempts: [Attempt] = [], previousFailureID: FailureID? = nil,
    conditions: RecoveryConditions = RecoveryConditions(), customOptions: [CustomOption] = [],
    at: Timestamp
  ) {
    self.operation = operation
    self.presentation = presentation
    self.conditions = conditions
    self.at = at
    let isOfRequest = resource == nil && shape == nil && previousFailureID == nil
    subject =
      if isOfRequest, attempts.isEmpty, customOptions.isEmpty {
        .request
      } else {
        .fetch(
          Fetch(
            resource: resource, shape: shape, attempts: attempts, previousFailureID: previousFailureID,
            customOptions: customOptions))
      }
  }
}

extension FailureContext {
  package var resource: ResourceID? {
    if case .fetch(let fetch) = subject { fetch.resource } else { nil }
  }

  /// The shape of the resource.
  package var shape: ResourceShape? {
    if case .fetch(let fetch) = subject { fetch.shape } else { nil }
  }

  package var attempts: [Attempt] {
    get { if case .fetch(let fetch) = subject { fetch.attempts } else { [] } }
    set { fetch.attempts = newValue }
  }

  /// The failure to recover from, if a recovery failed.
  package var previousFailureID: FailureID? {
    get { if case .fetch(let fetch) = subject { fetch.previousFailureID } else { nil } }
    set { fetch.previousFailureID = newValue }
  }

  /// The resource's options of the user's own.
  package var customOptions: [CustomOption] {
    if case .fetch(let fetch) = subject { fetch.customOptions } else { [] }
  }
}
