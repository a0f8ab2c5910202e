import Reactor
import TestSupport
import Testing

@testable import Providers

/// Quoting, as a real shell sees it.
@Suite(.timeLimit(.minutes(10))) struct CommandWordsTests {
  init() {
    EventLoopThread.start()
  }

  /// What stands in the lines: everything that quotes, and nothing that a shell expands.
  private static let pieces = [
    "a", "b", "é", " ", "  ", "\t", "\\\n", "'", "\"", "\\", "-", "=", "{", "}", "#x", "^",
  ]

  @LoopActor @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `random lines are taken apart as a shell does`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    // To a shell, "#" may begin a comment, and the end of a line that no backslash quotes ends a command.
    let lines = (0..<100).map { _ in Self.line(using: &random) }.filter {
      !$0.contains(/[ \t](\\\n)*#/) && !$0.contains(/[^\\](\\\\)+\n/)
    }
    let verdicts = lines.map(Verdict.init)
    let shells = await shellVerdicts(on: lines)
    #expect(shells.count == lines.count && Set(verdicts) == Set(Verdict.allCases))
    for (line, (ours, shell)) in zip(lines, zip(verdicts, shells)) {
      #expect(ours == shell, "\(line.debugDescription)")
    }
    let whole = zip(lines, verdicts).filter { $0.1 == .whole }.map(\.0)
    for (line, words) in zip(whole, await shellWords(of: whole)) {
      #expect(try WordSplitter.words(of: line) == words, "\(line.debugDescription)")
    }
  }

  /// Whether a line can be taken apart, and if not, why.
  private enum Verdict: CaseIterable {
    case whole, openQuote, danglingBackslash

    init(_ line: String) {
      do throws(WordSplitter.Fault) {
        _ = try WordSplitter.words(of: line)
        self = .whole
      } catch {
        switch error {
        case .openQuote: self = .openQuote
        case .danglingBackslash, .shellOperator: self = .danglingBackslash
        }
      }
    }

    /// - Parameters:
    ///   - isSyntax: Whether a shell finds no fault with the line.
    ///   - hidesQuote: Whether it finds none either when a quotation mark follows, which a backslash before it quotes.
    init(isSyntax: Bool, hidesQuote: Bool) {
      self = !isSyntax ? .openQuote : hidesQuote ? .danglingBackslash : .whole
    }
  }

  /// What `sh -n`, which reads and does nothing, makes of each line.
  @LoopActor private func shellVerdicts(on lines: [String]) async -> [Verdict] {
    let check = #"sh -n -c "$text" 2>&- && printf y || printf n"#
    let script = "for line do for text in \"$line\" \"$line'\"; do \(check); done; done"
    let command = Command(program: "sh", arguments: ["-c", script, "sh"] + lines)
    let text = await withCheckedContinuation { continuation in
      _ = CommandSource(command).fetch(SourceRequest()) { continuation.resume(returning: $0.text) }
    }
    let answers = (text ?? "").map { $0 == "y" }
    return stride(from: 0, to: answers.count - 1, by: 2).map {
      Verdict(isSyntax: answers[$0], hidesQuote: answers[$0 + 1])
    }
  }

  /// A word of its own stands in front, so that "#" makes no comment of the line.
  private static func line(using random: inout SeededGenerator) -> String {
    let count = Int.random(in: 0...12, using: &random)
    return "x" + (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  /// The words that one `sh` makes of each line.
  @LoopActor private func shellWords(of lines: [String]) async -> [[String]] {
    let script = lines.map { "printf '%s\\0' \($0)\nprintf '\\036'" }.joined(separator: "\n")
    let command = Command(program: "sh", arguments: ["-c", script])
    let text = await withCheckedContinuation { continuation in
      _ = CommandSource(command).fetch(SourceRequest()) { continuation.resume(returning: $0.text) }
    }
    return (text ?? "").split(separator: "\u{1E}").map { words in
      words.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
  }

  @Test(arguments: [
    (
      ["--token=s3cret", "-ps3cret", "s3cret", "user"], "s3cret: --token=s3cret is not for user",
      "***: --token=*** is not for ***"
    ),
    (["--json", "-v", "ab"], "--json -v ab: no", "--json -v ab: no"), ([], "fatal", "fatal"),
    (
      [], "cannot read 'https://me:s3cret@host:1/a?token=s3cret' of http://host/#s3cret or ftp://host/b",
      "cannot read 'https://***@host:1/a?***' of http://host/?*** or ftp://host/b"
    ),
    ([], "https://a@b@host and me@host", "https://***@host and me@host"), ([], "://", "://"),
    (["abc", "abcdef"], "abcdef abc", "*** ***"),
    (["line one\nline two"], "got line two, line one", "got ***, ***"),
    (["pass\u{202E}word", "\tkey\t"], #"no pass\u{202E}word, no key"#, "no ***, no ***"),
    // A mark makes one `Character` with what stands before it.
    (["--token=S3CRET"], "no S3CRET\u{301} here", "no ***\u{301} here"),
    (["S3CRET"], "\u{301}S3CRET\u{200D}", "\u{301}***\u{200D}"),
    (["--token=\u{301}S3CRET"], "no \u{301}S3CRET", "no ***"),
    (["-t\u{301}S3CRET"], "no \u{301}S3CRET", "no ***"),
    ([], "no https:/\u{301}/x?y", "no https:/\u{301}/x?y"),
    ([], "no https://\u{301}me:pw@\u{301}h/a end", "no https://***@\u{301}h/a end"),
    ([], "no https://h/a?\u{301}b=c end", "no https://h/a?*** end"),
  ])
  func `what a program says is told without its arguments`(
    arguments: [String], said: String, told: String
  ) {
    #expect(Command(program: "show", arguments: arguments).redacted(said) == told)
  }
}
