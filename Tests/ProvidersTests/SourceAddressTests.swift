import Providers
import Testing

/// The SOURCE of the command line.
struct SourceAddressTests {
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
    ("", "a source must be https://…, http://…, file:PATH, command:PROGRAM or demo"),
    ("Demo", "a source must be https://…, http://…, file:PATH, command:PROGRAM or demo; did you mean demo?"),
    (
      "gopher://me:pass@host/a",
      "a source must be https://…, http://…, file:PATH, command:PROGRAM or demo, got “gopher:…”"
    ),
    ("me:pass@host/a", "a source must be https://…, http://…, file:PATH, command:PROGRAM or demo"),
    ("token", "a source must be https://…, http://…, file:PATH, command:PROGRAM or demo"),
    ("12345678901234567://", "a source must be https://…, http://…, file:PATH, command:PROGRAM or demo"),
    (
      "http:host",
      "a source must be https://…, http://…, file:PATH, command:PROGRAM or demo; did you mean http://?"
    ),
    (
      "http//me:pass@host",
      "a source must be https://…, http://…, file:PATH, command:PROGRAM or demo; did you mean http://?"
    ),
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
    ("command:", "“command:” must be followed by a program"),
    ("command: ", "“command:” must be followed by a program"),
    ("command:'' a", "“command:” must be followed by a program"),
    ("command:a\0b", "the command after “command:” holds a zero byte"),
    ("command:show 'my s3cret", "the quote at character 6 behind “command:” is not closed"),
    ("command:show \"a\\\"", "the quote at character 6 behind “command:” is not closed"),
    ("command:show s3cret\\", "the backslash at character 12 behind “command:” has nothing to quote"),
    (
      "command:show s3cret | jq",
      "“|” at character 13 behind “command:” must be quoted: no shell will see it "
        + "(or name one: command:sh -c '…')"
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
        == "a source must be https://…, http://…, file:PATH, command:PROGRAM or demo; did you mean command:?")
  }
}
