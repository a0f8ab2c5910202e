import Foundation
import TestSupport
import Testing

/// What `statusd watch` does while nothing is read, and while nothing but the time changes.
struct WatchReaderTests {
  /// Prints a thousand values of 20 kB, says so, and stays.
  private static let program = """
    awk 'BEGIN { for (i = 0; i < 2000; i++) x = x "0123456789"; for (n = 1; n <= 1000; n++) print "[" n ",\\"" x "\\"]" }'
    echo done > "$1"
    exec tail -f /dev/null
    """

  @Test func `while the reader pauses, the newest state is all that waits`() throws {
    let fifo = try Fifo()
    let script = try TemporaryFile(Self.program)
    let watch = try DaemonProcess([
      "watch", "n", "--resource", "n=stream:sh \(script.path) \(fifo.path)", "--format", "json",
      "--log-level",
      "critical",
    ])
    #expect(try watch.output.line().contains(#""status":"loading""#))
    // Waits for the program, which has printed all of it but what a pipe holds.
    #expect(try fifo.line() == "done")
    var (count, line) = (0, "")
    while !line.contains(#""value":[1000,"#) {
      line = try watch.output.line()
      count += line.utf8.count + 1
    }
    // What pipe and test held, and a few that came while they were emptied.
    #expect(count < 2 * 65_536 + 10 * 20_500, "\(count)")
  }

  @Test func `the age grows although nothing else changes`() throws {
    let watch = try DaemonProcess(["watch", "menu", "--format", "{age}", "--interval", "86400"])
    #expect(try watch.output.line() == "…")
    #expect(try watch.output.line() == "now")
    #expect(try watch.output.line() == "1 min")
  }

  @Test func `a value that has grown old is stale in Waybar`() throws {
    let file = try TemporaryFile("21")
    let configuration = try TemporaryFile(
      "[resources.temp]\nsource = 'file:\(file.path)'\nstaleAfter = 0.2\nautoPolling.interval = 86400",
      named: ".toml")
    let watch = try DaemonProcess(
      ["watch", "temp", "--config", configuration.path, "--format", "waybar"], environment: ["NO_COLOR": ""])
    #expect(try watch.output.line().hasSuffix(#""class":"loading"}"#))
    #expect(try watch.output.line() == #"{"text":"21","alt":"ok","tooltip":"temp","class":"ok"}"#)
    #expect(
      try watch.output.line()
        == #"{"text":"21 (stale)","alt":"stale","tooltip":"temp: stale","class":"stale"}"#)
  }
}
