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
    // A watch that begins later than its value is a minute old tries again with a younger one.
    for secondsLeft in [2, 10, 30] {
      let folder = try TemporaryFolder()
      let watch = try watchOfValue(in: folder, fetchedSecondsAgo: 60 - secondsLeft)
      guard try watch.output.line().hasPrefix("now") else { continue }
      while try !watch.output.line().hasPrefix("1 min") {}
      return withExtendedLifetime(folder) {}
    }
    Issue.record("no watch began within 30 s")
  }

  /// Begins over a stored value, whose source has none any more.
  private func watchOfValue(
    in folder: TemporaryFolder, fetchedSecondsAgo age: Int
  ) throws -> DaemonProcess {
    try folder.write("21", to: "temp.json")
    let configured = [
      "--resource", "temp=file:\(folder.path("temp.json"))", "--store", folder.path("store"),
    ]
    #expect(try Run(["call", "refresh", "resource=temp"] + configured).status == 0)
    try StoredDates(in: folder.path("store")).set(back: .seconds(age))
    try folder.write("", to: "temp.json")
    return try DaemonProcess(["watch", "temp"] + configured + ["--format", "{age}", "--interval", "86400"])
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
