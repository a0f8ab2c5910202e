/// A fetch in 24 bytes, as ``FetchHistory`` remembers it: a fetch as a value of its own has three times as many.
struct PackedSample: Hashable, Sendable {
  private let endedAt: Timestamp
  /// In microseconds, as a store keeps it.
  private let duration: Int64
  /// ``none`` for none.
  private let bytes: UInt32
  /// 0 for none.
  private let status: UInt16
  private let attempts: UInt8
  /// 0 for `ok`, else the place among all kinds, from 1.
  private let outcome: UInt8

  private static let none = UInt32.max

  init(_ sample: FetchSample) {
    endedAt = sample.endedAt
    let (seconds, attoseconds) = sample.duration.components
    duration = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    bytes = sample.bytes.map { UInt32(clamping: min($0, Int(Self.none) - 1)) } ?? Self.none
    status = UInt16(clamping: sample.status ?? 0)
    attempts = UInt8(clamping: sample.attempts)
    outcome = Self.number(of: sample.outcome)
  }

  var sample: FetchSample {
    FetchSample(
      endedAt: endedAt, outcome: outcome == 0 ? .ok : .failed(FailureKind.allCases[Int(outcome) - 1]),
      status: status == 0 ? nil : Int(status), attempts: Int(attempts), duration: .microseconds(duration),
      bytes: bytes == Self.none ? nil : Int(bytes))
  }

  func hasEnded(since date: Timestamp) -> Bool { endedAt >= date }

  private static func number(of outcome: FetchSample.Outcome) -> UInt8 {
    guard case .failed(let kind) = outcome, let place = FailureKind.allCases.firstIndex(of: kind) else {
      return 0
    }
    return UInt8(place + 1)
  }
}
