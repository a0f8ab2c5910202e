package import StatusCore

extension Scenario {
  /// What the location reports, step by step.
  package struct LocationScript: Hashable, Sendable {
    /// At least one.
    package var steps: [LocationStep]
    package var end = LocationEnd.last

    package init(_ steps: [LocationStep]) {
      self.steps = steps
    }

    /// The step of that number, counted from 0.
    func step(_ index: Int) -> LocationStep {
      switch end {
      case .last: steps[min(index, steps.count - 1)]
      case .cycle: steps[index % steps.count]
      }
    }
  }

  /// What comes behind the last step of the location, as of a resource.
  package enum LocationEnd: String, CaseIterable, Hashable, Sendable {
    case last, cycle
  }

  /// One report of the location.
  package struct LocationStep: Hashable, Sendable {
    /// `then`.
    package enum Outcome: Hashable, Sendable {
      /// `ok` with a `coordinate`; without one the next place of the built-in route.
      case place(Position?)
      case failure(FailureKind)
    }

    /// `after`: the time since the step before it; nil is at once for the first, and for others the interval of
    /// the route.
    package var after: Duration?
    package var outcome: Outcome

    package init(_ outcome: Outcome, after: Duration? = nil) {
      self.outcome = outcome
      self.after = after
    }
  }
}
