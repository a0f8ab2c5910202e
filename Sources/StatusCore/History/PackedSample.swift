/// A fetch in 20 bytes, as ``FetchHistory`` remembers it: a fetch as a value of its own has more than three times as
/// many.
struct PackedSample: Hashable, Sendable {
  // In this order there is no room between them.
  /// In milliseconds since 1970.
  private let endedAt: UInt48
  private let attempts: UInt8
  /// 0 for `ok`, else the place among all kinds, from 1.
  private let outcome: UInt8
  /// In microseconds, as a store keeps it.
  private let duration: UInt48
  /// 0 for none.
  private let status: UInt16
  /// ``none`` for none.
  private let bytes: UInt32

  private static let none = UInt32.max

  init(_ sample: FetchSample) {
    endedAt = UInt48(clamping: sample.endedAt.millisecondsSince1970)
    let (seconds, attoseconds) = sample.duration.components
    duration = UInt48(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    bytes = sample.bytes.map { UInt32(clamping: min($0, Int(Self.none) - 1)) } ?? Self.none
    status = UInt16(clamping: sample.status ?? 0)
    attempts = UInt8(clamping: sample.attempts)
    outcome = Self.number(of: sample.outcome)
  }

  var sample: FetchSample {
    FetchSample(
      endedAt: date, outcome: outcome == 0 ? .ok : .failed(FailureKind.allCases[Int(outcome) - 1]),
      status: status == 0 ? nil : Int(status), attempts: Int(attempts),
      duration: .microseconds(duration.value), bytes: bytes == Self.none ? nil : Int(bytes))
  }

  private var date: Timestamp { Timestamp(millisecondsSince1970: endedAt.value) }

  func hasEnded(since date: Timestamp) -> Bool { self.date >= date }

  private static func number(of outcome: FetchSample.Outcome) -> UInt8 {
    guard case .failed(let kind) = outcome, let place = FailureKind.allCases.firstIndex(of: kind) else {
      return 0
    }
    return UInt8(place + 1)
  }
}

/// An integer of six bytes: milliseconds since 1970 until the year 10889, microseconds of nine years.
private struct UInt48: Hashable {
  private let low: UInt32
  private let high: UInt16

  init(clamping value: Int64) {
    let value = min(max(value, 0), 1 << 48 - 1)
    (low, high) = (UInt32(truncatingIfNeeded: value), UInt16(truncatingIfNeeded: value >> 32))
  }

  var value: Int64 { Int64(high) << 32 | Int64(low) }
}
