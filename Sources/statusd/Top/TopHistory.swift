import StatusCore
import Text

/// The past fetches of a resource on a line: how long each took, and what they amount to.
struct TopHistory {
  /// Newest first.
  private let samples: [FetchSample]

  private static let most = 60
  private static let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  init(_ samples: [FetchSample]) {
    self.samples = samples
  }

  /// nil without any.
  ///
  /// - Parameter columns: The room; the oldest fetches are left out.
  func line(columns: Int) -> TopLine? {
    guard !samples.isEmpty else { return nil }
    let amounts = amounts
    let room = min(Self.most, columns - amounts.columns - 2)
    var line = TopLine()
    let shown = samples.prefix(max(1, room)).reversed()
    let longest = shown.map(\.duration.seconds).max() ?? 0
    for sample in shown {
      let isGood = sample.outcome == .ok
      line.add(isGood ? Self.bar(sample.duration.seconds, longest) : "×", isGood ? .good : .bad)
    }
    line.add("  " + amounts, .faint)
    return line
  }

  private static func bar(_ duration: Double, _ longest: Double) -> String {
    guard longest > 0 else { return bars[0] }
    return bars[min(bars.count - 1, Int(duration / longest * Double(bars.count)))]
  }

  private var amounts: String {
    let summary = FetchSummary(of: samples)
    func seconds(_ duration: Duration?) -> String {
      duration.map { "\(LocationLine.shortest(($0.seconds * 1_000).rounded() / 1_000)) s" } ?? "–"
    }
    let percent = Int(((summary.availability ?? 0) * 100).rounded(.down))
    return "\(percent) % of \(samples.count) good, p50 \(seconds(summary.p50)), p95 \(seconds(summary.p95))"
  }
}
