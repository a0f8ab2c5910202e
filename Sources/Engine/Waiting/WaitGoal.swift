package import Reactor
package import StatusCore

/// Decides whether a value is what somebody waits for.
@LoopActor
package protocol ValueJudge: AnyObject {
  /// Takes what is there when the wait begins; nil for nothing.
  func begin(with value: ResourceValue?)

  /// The number of questions about a value.
  var count: Int { get }

  /// Asks one of them.
  ///
  /// - Returns: How the wait ends; nil if it goes on as far as this question is concerned.
  func ask(_ question: Int, of value: ResourceValue) -> WaitOutcome.Reason?
}

/// What a wait waits for, and for how long.
package struct WaitGoal {
  let judge: any ValueJudge
  /// The interval of its polls; nil for the configured one.
  let interval: Duration?
  /// nil to wait for ever; zero to look once at what is there, and to fetch nothing.
  let timeout: Duration?
  let patience: Patience

  /// Which failures of a fetch are waited out.
  package enum Patience: String, CaseIterable, Sendable {
    /// Those that may pass by themselves.
    case transient
    case all, none
  }

  package init(
    _ judge: any ValueJudge, interval: Duration? = nil, timeout: Duration? = nil,
    patience: Patience = .transient
  ) {
    (self.judge, self.interval, self.timeout, self.patience) = (judge, interval, timeout, patience)
  }
}

/// How a wait ended without a failure.
package struct WaitOutcome: Sendable {
  package enum Reason: String, Sendable {
    /// The value is what was waited for.
    case met
    /// It is what it should not become.
    case unless
    case timeout
  }

  package let reason: Reason
  package let waited: Duration
  package let snapshot: ResourceSnapshot
}

extension WaitGoal.Patience {
  /// Whether a failure is waited out.
  func covers(_ failure: Failure) -> Bool {
    switch self {
    case .all: true
    case .none: false
    case .transient: failure.isTransient
    }
  }
}
