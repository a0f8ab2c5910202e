package import JSONRPC
package import Providers
package import StatusCore

/// What the daemon is told at its start.
package struct Configuration: Sendable {
  /// A resource and where its value comes from.
  package struct Resource: Sendable {
    package let name: ResourceName
    package let shape: ResourceShape
    package var source: SourceAddress
    /// `timeout`, `totalTimeout`, `retry`, `autoPolling` and `staleAfter`.
    package var policy = FetchPolicy()
    /// `headers`: sent with every HTTP request; their values are never told to anyone else.
    package var headers: [HTTPHeader] = []
    /// `caFile`: a PEM file of authorities that are trusted besides the system's.
    package var caFile: String?

    package init(name: ResourceName, shape: ResourceShape, source: SourceAddress) {
      self.name = name
      self.shape = shape
      self.source = source
    }
  }

  /// In the order in which they are listed; `state` and `menu` are always there.
  package var resources: [Resource]
  /// `minimumRequestTime`: a failure that somebody waits for is not answered sooner.
  package var minimumRequestTime = Duration.milliseconds(300)
  /// nil finds out from the first byte of the input.
  package var framing: Framing?
  /// How long admitted calls are waited for at the end of the input.
  package var drainTimeout = Duration.seconds(10)
  /// Fixes what the demo shows.
  package var seed: UInt64 = 0
  /// Fixes the jitter of waits; it should differ from one process to the next, so that they do not all ask at
  /// the same time.
  package var jitterSeed: UInt64 = 0
  package var limits = Limits()
  /// A process beside the parent with whose end the daemon ends, if it can be seen.
  package var clientProcess: Int?
  /// How many log lines were never written, because nobody reads standard error.
  package var droppedLogLines: @Sendable () -> Int = { 0 }

  package init(state: SourceAddress = .demo, menu: SourceAddress = .demo) {
    resources = [
      Resource(name: .state, shape: .fleet, source: state),
      Resource(name: .menu, shape: .menu, source: menu),
    ]
  }
}
