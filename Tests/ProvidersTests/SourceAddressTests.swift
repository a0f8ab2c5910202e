import Providers
import Testing

/// The SOURCE of the command line.
struct SourceAddressTests {
  private static let forms =
    "a source must be https://…, http://…, events+https://…, file:PATH, command:PROGRAM, stream:PROGRAM or demo"

  @Test func `demo is built in`() throws {
    #expect(try SourceAddress("demo") == .demo)
  }

  @Test(arguments: [
    ("file:menu.json", "menu.json"), ("file:/a/b", "/a/b"), ("file:///a/b", "/a/b"),
    ("file:a b%20c", "a b%20c"),
    ("file://a", "//a"), ("file:http://x", "http://x"),
  ])
  func `what follows file: is a path`(text: String, path: String) throws {
    #expect(try SourceAddress(text) == .file(path))
  }

  @Test(arguments: [
    ("command:show", ["show"]), ("command:  ./show\t--json \n", ["./show", "--json"]),
    ("command:a 'b c' \"d e\" f\\ g", ["a", "b c", "d e", "f g"]), ("command:a'b'\"c\"d", ["abcd"]),
    ("command:a '' \"\"", ["a", "", ""]), (#"command:a '\' "\\" \\"#, ["a", #"\"#, #"\"#, #"\"#]),
    (#"command:a "\$ \` \" \a" \$"#, ["a", #"$ ` " \a"#, "$"]),
    ("command:a b\\\nc \"d\\\ne\"", ["a", "bc", "de"]),
    ("command:a $HOME ~ * ? # {b,c} !", ["a", "$HOME", "~", "*", "?", "#", "{b,c}", "!"]),
    ("command:a '|&;<>()`' \\| \";\"", ["a", "|&;<>()`", "|", ";"]), ("command:é 'ü ö'", ["é", "ü ö"]),
    ("command:command:a", ["command:a"]),
  ])
  func `what follows command: is words, quoted as in a shell`(text: String, words: [String]) throws {
    #expect(
      try SourceAddress(text)
        == .command(Command(program: words[0], arguments: Array(words.dropFirst()))))
  }

  @Test func `what follows stream: is words, too`() throws {
    let command = Command(program: "watch", arguments: ["a b", "command:c"])
    #expect(try SourceAddress("stream: watch 'a b' command:c") == .stream(command))
  }

  @Test(arguments: [
    ("http://host", "host:80"), ("https://host", "host:443"), ("HTTPS://Host/", "Host:443"),
    ("http://host:8080/a", "host:8080"), ("http://host:/", "host:80"), ("http://[::1]/", "[::1]:80"),
    ("http://[::1]:8080?a", "[::1]:8080"), ("http://me:pass@host:1/", "host:1"),
    ("http://me:p@ss@host/", "host:80"), ("http://a@[::1]:2/", "[::1]:2"), ("http://host/@x:1", "***"),
    ("http://host/a/@x:1", "host:80"),
    ("http://münchen.example/", "münchen.example:80"),
  ])
  func `a URL names host and port`(text: String, place: String) throws {
    guard case .http(let url) = try SourceAddress(text) else {
      Issue.record("no URL")
      return
    }
    #expect(url.hostAndPort == place)
  }

  @Test(arguments: [
    ("events+http://host", "host:80"), ("events+https://me:pass@host/a?b", "host:443"),
    ("events+HTTPS://[::1]/", "[::1]:443"),
  ])
  func `a URL behind events+ is an event stream`(text: String, place: String) throws {
    guard case .events(let url) = try SourceAddress(text) else {
      Issue.record("no event stream")
      return
    }
    #expect(url.hostAndPort == place)
  }

  @Test(arguments: [
    ("", "\(forms)"),
    (
      "Demo",
      "\(forms); did you mean demo?"
    ),
    (
      "gopher://me:pass@host/a",
      "\(forms), got “gopher:…”"
    ),
    (
      "me:pass@host/a",
      "\(forms)"
    ),
    ("token", "\(forms)"),
    (
      "12345678901234567://",
      "\(forms)"
    ),
    (
      "http:host",
      "\(forms); did you mean http://?"
    ),
    (
      "http//me:pass@host",
      "\(forms); did you mean http://?"
    ),
    (
      "events:https://me:pass@host",
      "\(forms); did you mean events+https://?"
    ),
    (
      "events+ftp://me:pass@host",
      "\(forms); did you mean events+http://?"
    ),
    (
      "events+",
      "\(forms); did you mean events+https://?"
    ),
    ("events+http://me:pass@:80/", "a URL must name a host"),
    ("events+http://host:0/", "the port of a URL must be 1 to 65535"),
    ("http://", "a URL must name a host"),
    ("http:///a", "a URL must name a host"),
    ("http://me@/a", "a URL must name a host"),
    ("http://[]/", "a URL must name a host"), ("http://[::1/", "a URL must name a host"),
    ("http://[::1]x:80/", "a URL must name a host"),
    ("http://host:0/", "the port of a URL must be 1 to 65535"),
    ("http://host:65536/", "the port of a URL must be 1 to 65535"),
    ("http://host:+80/", "the port of a URL must be 1 to 65535"),
    ("http://me:pa/ss@host/", "the port of a URL must be 1 to 65535"),
    ("http://me:passhost/", "the port of a URL must be 1 to 65535"),
    ("http://me:passhost:80/", "the port of a URL must be 1 to 65535"),
    ("http://host/a b", "a URL must not hold spaces or control characters (%20 stands for a space)"),
    (
      "http://host/\r\n\u{1B}X: y",
      "a URL must not hold spaces or control characters (%20 stands for a space)"
    ),
    ("file:", "“file:” must be followed by a path"),
    ("command:", "the command must begin with a program"),
    ("command: ", "the command must begin with a program"),
    ("command:'' a", "the command must begin with a program"),
    ("command:a\0b", "the command holds a zero byte"),
    ("command:show 'my s3cret", "the quote at character 6 of the command is not closed"),
    ("command:show \"a\\\"", "the quote at character 6 of the command is not closed"),
    ("command:show s3cret\\", "the backslash at character 12 of the command has nothing to quote"),
    (
      "command:show s3cret | jq",
      "“|” at character 13 of the command must be quoted: no shell will see it "
        + "(or name one: sh -c '…')"
    ),
    ("file:a\0b", "the path after “file:” holds a zero byte"),
  ])
  func `a string that names no source is answered with those that do`(text: String, sentence: String) {
    let error = #expect(throws: SourceAddressError.self) { try SourceAddress(text) }
    #expect(error?.description == sentence)
  }

  @Test(arguments: ["Command:", " command:", "\tcommand:", "command ", "comand:", "command", "Command"])
  func `nothing of a command is shown when its scheme is mistyped`(scheme: String) {
    let error = #expect(throws: SourceAddressError.self) {
      try SourceAddress("\(scheme)/bin/curl -u me:s3cret")
    }
    #expect(
      error?.description
        == "\(Self.forms); did you mean command:?")
  }
}
