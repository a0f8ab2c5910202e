import Text

/// Where a resource's value comes from, as its key `source` names it (docs/configuration.md).
package enum SourceAddress: Hashable, Sendable {
  /// `https://…` or `http://…`.
  case http(HTTPURL)
  /// `file:PATH`; a relative path begins at the working directory.
  case file(String)
  /// `command:PROGRAM ARGS…`: words quoted as in a shell, and no shell.
  case command(Command)
  /// `demo`: built in.
  case demo

  package init(_ text: String) throws(SourceAddressError) {
    if text == "demo" {
      self = .demo
    } else if let line = text.rest(behind: "command:") {
      self = .command(try Command(line))
    } else if let path = Self.path(ofFileAddress: text) {
      guard !path.isEmpty else { throw SourceAddressError("“file:” must be followed by a path") }
      guard !path.utf8.contains(0) else {
        throw SourceAddressError("the path after “file:” holds a zero byte")
      }
      self = .file(path)
    } else {
      do throws(HTTPURL.Fault) {
        self = .http(try HTTPURL(text))
      } catch {
        throw SourceAddressError(error, in: text)
      }
    }
  }

  /// What follows `file:`; `file:///PATH` is `file:/PATH`.
  private static func path(ofFileAddress text: String) -> String? {
    guard let path = text.rest(behind: "file:") else { return nil }
    return String(path.utf8.starts(with: "///".utf8) ? path.dropFirst(2) : path)
  }
}

extension String {
  fileprivate func rest(behind prefix: String) -> Substring? {
    utf8.starts(with: prefix.utf8) ? self[utf8.index(startIndex, offsetBy: prefix.utf8.count)...] : nil
  }
}

extension Command {
  /// What follows `command:`.
  fileprivate init(_ line: Substring) throws(SourceAddressError) {
    guard !line.utf8.contains(0) else {
      throw SourceAddressError("the command after “command:” holds a zero byte")
    }
    let words: [String]
    do throws(WordSplitter.Fault) {
      words = try WordSplitter.words(of: line)
    } catch {
      throw SourceAddressError(error)
    }
    guard let program = words.first, !program.isEmpty else {
      throw SourceAddressError("“command:” must be followed by a program")
    }
    self.init(program: program, arguments: Array(words.dropFirst()))
  }
}

/// Why a string names no source.
package struct SourceAddressError: Error, Hashable, CustomStringConvertible {
  /// What was expected, as a sentence without its full stop; says nothing of what was got.
  package let expectation: String
  /// What was got, in quotes and without credentials; nil where the expectation says all.
  package let shown: String?

  /// Says what was expected and what was got, without credentials.
  package var description: String { expectation + (shown.map { ", got \($0)" } ?? "") }

  fileprivate init(_ expectation: String) {
    self.expectation = expectation
    shown = nil
  }

  /// The command itself is not shown: it may hold secrets.
  fileprivate init(_ fault: WordSplitter.Fault) {
    shown = nil
    switch fault {
    case .openQuote(let index):
      expectation = "the quote at character \(index + 1) behind “command:” is not closed"
    case .danglingBackslash(let index):
      expectation = "the backslash at character \(index + 1) behind “command:” has nothing to quote"
    case .shellOperator(let scalar, let index):
      expectation =
        "“\(scalar)” at character \(index + 1) behind “command:” must be quoted: no shell will see it "
        + "(or name one: command:sh -c '…')"
    }
  }

  fileprivate init(_ fault: HTTPURL.Fault, in text: String) {
    shown = "“\(Self.redacted(text))”"
    expectation =
      switch fault {
      case .scheme: "a source must be https://…, http://…, file:PATH, command:PROGRAM or demo"
      case .character:
        "a URL must not hold spaces or control characters (%20 stands for a space)"
      case .host: "a URL must name a host"
      case .port: "the port of a URL must be 1 to 65535"
      }
  }

  /// The text as far as it can be shown though it is not understood: all before the last `@` may be credentials,
  /// all after the first `?` or `#` as well.
  private static func redacted(_ text: String) -> String {
    let end = text.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? text.endIndex
    let start = text.utf8.lastIndex(of: UInt8(ascii: "@")).map(text.utf8.index(after:)) ?? text.startIndex
    let (prefix, tail) = (
      start > text.startIndex ? "***@" : "", end < text.endIndex && end >= start ? "?***" : ""
    )
    return prefix + String(text[start..<max(start, end)]).visible + tail
  }
}
