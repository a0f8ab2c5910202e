import Text

/// Where a resource's value comes from, as its key `source` names it (docs/configuration.md).
package enum SourceAddress: Hashable, Sendable {
  /// `https://…` or `http://…`.
  case http(HTTPURL)
  /// `events+https://…` or `events+http://…`: Server-Sent Events from that URL.
  case events(HTTPURL)
  /// `file:PATH`; a relative path begins at the working directory.
  case file(String)
  /// `command:PROGRAM ARGS…`: words quoted as in a shell, and no shell.
  case command(Command)
  /// `stream:PROGRAM ARGS…`: as above, of a program that stays; each line it writes is a value.
  case stream(Command)
  /// `demo`: built in.
  case demo
  /// One of these but `demo` with `{name}` in it: the source of a parameterised resource.
  case template(SourceTemplate)

  package init(_ text: String) throws(SourceAddressError) {
    let scheme = Scheme(of: text)
    let rest = Substring(text.utf8.dropFirst(scheme?.prefix.utf8.count ?? 0))
    switch scheme {
    case .demo: self = .demo
    case .command:
      let words = try Command.words(of: rest)
      self = try CommandTemplate(words).map { .template(.command($0)) } ?? .command(Command(words))
    case .stream:
      let words = try Command.words(of: rest)
      self = try CommandTemplate(words).map { .template(.stream($0)) } ?? .stream(Command(words))
    case .file:
      let path = try Self.path(rest)
      self = FileTemplate(path).map { .template(.file($0)) } ?? .file(path)
    case .events:
      let url = String(rest)
      if let template = try URLTemplate(url) {
        self = .template(.events(template))
      } else {
        self = .events(try Self.url(url, in: text))
      }
    // The scheme of a URL may stand in upper case as well.
    case .https, .http, nil:
      if let template = try URLTemplate(text) {
        self = .template(.http(template))
      } else {
        self = .http(try Self.url(text, in: text))
      }
    }
    try requireFewParameters()
  }

  private static func url(_ url: String, in text: String) throws(SourceAddressError) -> HTTPURL {
    do throws(HTTPURL.Fault) {
      return try HTTPURL(url)
    } catch {
      throw SourceAddressError(error, in: text)
    }
  }

  private func requireFewParameters() throws(SourceAddressError) {
    guard case .template(let template) = self, template.parameters.count > SourceTemplate.mostParameters
    else { return }
    throw SourceAddressError("a source must have at most \(SourceTemplate.mostParameters) parameters")
  }

  /// The path of what follows `file:`; `file:///PATH` is `file:/PATH`.
  private static func path(_ rest: Substring) throws(SourceAddressError) -> String {
    let path = String(rest.utf8.starts(with: "///".utf8) ? rest.dropFirst(2) : rest)
    guard !path.isEmpty else { throw SourceAddressError("“file:” must be followed by a path") }
    guard !path.utf8.contains(0) else {
      throw SourceAddressError("the path after “file:” holds a zero byte")
    }
    guard let path = HomePath.expanded(path) else {
      throw SourceAddressError(.withoutHome(after: "file:"))
    }
    return path
  }
}

extension String {
  /// Why a path that begins with `~` cannot be used.
  static func withoutHome(after scheme: String) -> String {
    "the path after “\(scheme)” begins with ~, and the variable HOME names no folder"
  }
}

extension Command {
  /// What follows `command:` or `stream:`, or is the key `command` of a recovery option.
  package init(line: some StringProtocol) throws(SourceAddressError) {
    self.init(try Self.words(of: line))
  }

  fileprivate init(_ words: [Template]) {
    self.init(program: words.first?.text ?? "", arguments: words.dropFirst().map(\.text))
  }

  /// The words of a command, the first of which is its program.
  fileprivate static func words(of line: some StringProtocol) throws(SourceAddressError) -> [Template] {
    guard !line.utf8.contains(0) else { throw SourceAddressError("the command holds a zero byte") }
    let words: [Template]
    do throws(WordSplitter.Fault) {
      words = try WordSplitter.templates(of: line)
    } catch {
      throw SourceAddressError(error)
    }
    guard let program = words.first, !program.parts.isEmpty else {
      throw SourceAddressError("the command must begin with a program")
    }
    guard !isForShell(program.text) else {
      throw SourceAddressError(
        "no shell expands ~ or $ in the program of a command; write its whole path, or name a shell: sh -c '…'"
      )
    }
    return words
  }
}

extension Command {
  /// Whether a shell would make another path of it; as it stands it names no program.
  private static func isForShell(_ program: String) -> Bool {
    program.utf8.starts(with: "~/".utf8) || program.utf8.first == UInt8(ascii: "$")
  }
}

/// Why a string names no source.
package struct SourceAddressError: Error, Hashable, CustomStringConvertible {
  /// What was expected, as a sentence without its full stop; repeats nothing of what was got.
  package let expectation: String
  /// The scheme that was got, in quotes; nil where nothing can be shown.
  package let shown: String?
  /// What was probably meant, which may repeat what was got; nil where nothing is near.
  package let advice: String?

  /// Says what was expected, and what was got as far as it is no secret.
  package var description: String {
    expectation + (shown.map { ", got \($0)" } ?? "") + (advice.map { "; \($0)" } ?? "")
  }

  init(_ expectation: String) {
    self.expectation = expectation
    (shown, advice) = (nil, nil)
  }

  /// The command itself is not shown: it may hold secrets.
  fileprivate init(_ fault: WordSplitter.Fault) {
    (shown, advice) = (nil, nil)
    switch fault {
    case .openQuote(let index):
      expectation = "the quote at character \(index + 1) of the command is not closed"
    case .danglingBackslash(let index):
      expectation = "the backslash at character \(index + 1) of the command has nothing to quote"
    case .shellOperator(let scalar, let index):
      expectation =
        "“\(scalar)” at character \(index + 1) of the command must be quoted: no shell will see it "
        + "(or name one: sh -c '…')"
    }
  }

  /// Of what was got, nothing is shown but the scheme of a URL: a mistyped `command:` holds a command's secrets,
  /// and a URL that has lost its `@` a password that nothing sets apart.
  init(_ fault: HTTPURL.Fault, in text: String) {
    switch fault {
    case .scheme:
      let guess = SourceGuess.advice(on: text)
      let nearest = guess == nil ? Self.nearestForm(to: text) : nil
      let hint = nearest.map { "; did you mean \($0)?" } ?? ""
      expectation = "a source must be \(SourceAddress.Scheme.allCases.map(\.form).alternatives)\(hint)"
      shown = nearest == nil && guess == nil ? Self.foreignScheme(of: text) : nil
      advice = guess
      return
    case .character: expectation = "a URL must not hold spaces or control characters (%20 stands for a space)"
    case .host: expectation = "a URL must name a host"
    case .port: expectation = "the port of a URL must be 1 to 65535"
    }
    (shown, advice) = (nil, nil)
  }

  /// What was probably meant: `Command:`, ` command:` and `command /bin/x` are near to `command:`.
  private static func nearestForm(to text: String) -> String? {
    let beginnings = SourceAddress.Scheme.allCases.flatMap(\.beginnings)
    let word = text.utf8.drop { $0 <= 0x20 }.prefix { Self.isOfScheme($0) }
    let nearest = String(Substring(word)).nearest(in: beginnings.map(\.word))
    return beginnings.first { $0.word == nearest }?.proposal
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
