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
  /// What was expected, as a sentence without its full stop; repeats nothing of what was got.
  package let expectation: String
  /// The scheme that was got, in quotes; nil where nothing can be shown.
  package let shown: String?

  /// Says what was expected, and what was got as far as it is no secret.
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

  /// Of what was got, nothing is shown but the scheme of a URL: a mistyped `command:` holds a command's secrets,
  /// and a URL that has lost its `@` a password that nothing sets apart.
  fileprivate init(_ fault: HTTPURL.Fault, in text: String) {
    switch fault {
    case .scheme:
      let nearest = Self.nearestForm(to: text)
      let advice = nearest.map { "; did you mean \($0)?" } ?? ""
      expectation = "a source must be https://…, http://…, file:PATH, command:PROGRAM or demo" + advice
      shown = nearest == nil ? Self.foreignScheme(of: text) : nil
      return
    case .character: expectation = "a URL must not hold spaces or control characters (%20 stands for a space)"
    case .host: expectation = "a URL must name a host"
    case .port: expectation = "the port of a URL must be 1 to 65535"
    }
    shown = nil
  }

  /// What was probably meant: `Command:`, ` command:` and `command /bin/x` are near to `command:`.
  private static func nearestForm(to text: String) -> String? {
    let forms = [
      "https": "https://", "http": "http://", "file": "file:", "command": "command:", "demo": "demo",
    ]
    let word = text.utf8.drop { $0 <= 0x20 }.prefix { Self.isOfScheme($0) }
    return String(Substring(word)).nearest(in: forms.keys).flatMap { forms[$0] }
  }

  /// `“gopher:…”` of `gopher://…`.
  private static func foreignScheme(of text: String) -> String? {
    let scheme = text.utf8.prefix { Self.isOfScheme($0) }
    guard 1...16 ~= scheme.count, text.utf8[scheme.endIndex...].starts(with: "://".utf8) else { return nil }
    return "“\(Substring(scheme)):…”"
  }

  /// RFC 3986 section 3.1.
  private static func isOfScheme(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
