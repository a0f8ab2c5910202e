import Foundation
import TestSupport
import Testing

/// Whole sessions, byte by byte: the files in Transcripts are what the daemon is asked and all that it says.
///
/// With RECORD=1 in the environment they are written anew, and the tests fail so that nobody forgets to read
/// the difference.
@Suite(.timeLimit(.minutes(10))) struct TranscriptTests {
  private static let common = ["--clock", "manual", "--seed", "1", "--log-level", "critical"]
  /// A request that changes nothing; its response marks the end of the effects of the line before.
  private static let mark = #"{"jsonrpc":"2.0","id":"mark","method":"stats"}"#
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD"] == "1"

  @Test(arguments: TranscriptFile.names)
  func `a session goes as it is written`(name: String) throws {
    let file = try TranscriptFile(named: name)
    let attributed = try play(file)
    let present = file.text(with: attributed)
    if Self.isRecording {
      try file.write(present)
      Issue.record("\(name) was recorded")
    } else {
      #expect(present == file.text)
    }
    #expect(file.text.split(separator: "\n").count < 20, "it shows more than one thing")
    // And all of it at once says the same.
    #expect(try playAtOnce(file) == attributed.flatMap(\.self))
  }

  @Test func `there are transcripts`() {
    #expect(TranscriptFile.names.count >= 40)
  }

  /// What each line brings about, and last what the end of the input does.
  private func play(_ file: TranscriptFile) throws -> [[String]] {
    let daemon = try DaemonProcess(Self.common + file.options)
    var output: [[String]] = []
    for line in file.input {
      try daemon.send(line)
      try daemon.send(Self.mark)
      output.append([])
      while true {
        let said = try daemon.receive().text
        if said.hasPrefix(#"{"jsonrpc":"2.0","id":"mark""#) { break }
        output[output.count - 1].append(said)
      }
    }
    daemon.closeInput()
    output.append(try daemon.rest().map(\.text))
    #expect(try daemon.wait() == 0)
    return output
  }

  private func playAtOnce(_ file: TranscriptFile) throws -> [String] {
    let daemon = try DaemonProcess(Self.common + file.options)
    for line in file.input { try daemon.send(line) }
    daemon.closeInput()
    let output = try daemon.rest().map(\.text)
    #expect(try daemon.wait() == 0)
    return output
  }
}
