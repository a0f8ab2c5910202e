import Foundation
import Glibc
import TestSupport
import Testing

/// `statusd doctor`.
struct DoctorTests {
  private struct Check: Decodable {
    let subject, status, message: String
    let advice, source, kind: String?
    let duration: Double?
    let httpStatus, bytes, certificateDays: Int?
  }

  private struct Report: Decodable {
    let ok: Bool
    let checks: [Check]

    subscript(subject: String) -> Check? { checks.first { $0.subject == subject } }
  }

  private func doctor(_ configuration: String, _ words: String...) throws -> (report: Report, status: Int32) {
    let file = try TemporaryFile(configuration, named: ".toml")
    let run = try Run(["doctor", "--json", "--config", file.path] + words)
    return (try JSONDecoder().decode(Report.self, from: Data(run.output.utf8)), run.status)
  }

  @Test func `a sound configuration ends with status 0`() throws {
    let (report, status) = try doctor("[resources.state]\nsource = 'demo'")
    #expect(report.ok && status == 0)
    #expect(report.checks.prefix(4).map(\.subject) == ["configuration", "state", "menu", "location"])
    #expect(report.checks.allSatisfy { $0.status != "problem" })
    #expect(report["state"]?.source == "demo" && report["location"]?.source == "route")
  }

  @Test func `a parameterised resource is named and not asked`() throws {
    let (report, status) = try doctor("[resources.build]\nsource = 'file:{branch}'")
    #expect(report["build"]?.status == "ok" && status == 0)
    #expect(report["build"]?.message == "not asked, because it takes arguments (branch)")
    #expect(
      report.checks.prefix(5).map(\.subject) == ["configuration", "state", "menu", "build", "location"])
  }

  @Test func `a location that is fetched is checked, and its secrets are not shown`() throws {
    let (report, status) = try doctor(
      #"""
      [location]
      source = '''command:printf '{"lat":1,"lng":2}' s3cret'''
      """#)
    #expect(report["location"]?.status == "ok" && status == 0)
    #expect(report["location"]?.source == "command:printf")
  }

  @Test func `each of five mistakes is named, with what mends it`() throws {
    let (report, status) = try doctor(
      """
      [resources.absent]
      source = "file:/proc/nonexistent/fleet.json"
      [resources.program]
      source = "command:no-such-program"
      [resources.server]
      source = "http://127.0.0.1:1/status.json?token=s3cret"
      [resources.shape]
      source = "command:echo 3"
      shape = "menu"
      [location]
      source = "gpsd://127.0.0.1:1"
      """)
    #expect(!report.ok && status == 1)
    let kinds = [
      "absent": "fileNotFound", "program": "commandFailed", "server": "cannotConnect",
      "shape": "unexpectedShape",
      "location": "locationUnavailable",
    ]
    for (subject, kind) in kinds {
      #expect(report[subject]?.kind == kind && report[subject]?.status == "problem", "\(subject)")
      #expect(report[subject]?.advice?.isEmpty == false && report[subject]?.duration != nil, "\(subject)")
    }
    #expect(report["server"]?.source == "http://127.0.0.1:1/status.json?token=***")
    #expect(report["absent"]?.advice?.contains("resources.absent.source") == true)
    #expect(report["state"]?.status == "ok")
  }

  @Test func `a mistake in the configuration is a problem, and the process is looked at all the same`() throws
  {
    let (report, status) = try doctor("[resources.state]\nsorce = 'demo'")
    #expect(report["configuration"]?.status == "problem" && status == 1)
    #expect(report["configuration"]?.message.contains("sorce") == true)
    #expect(report["descriptors"] != nil && report["state"] == nil)
  }

  @Test(arguments: [(TestCertificate.endingSoon, 3...3, "warning"), (.valid, 30_000...40_000, "ok")])
  func `the days of a certificate are counted`(
    certificate: TestCertificate, days: ClosedRange<Int>, status: String
  ) throws {
    let server = try NginxServer(["fleet.json": Fixtures.fleet], certificate: try certificate.server())
    let authority = try TemporaryFile(try TestCertificate.authority(), named: ".pem")
    let (report, code) = try doctor(
      "resources.state = { source = '\(server.url("/fleet.json"))', caFile = '\(authority.path)' }")
    let check = try #require(report["state"])
    #expect(check.status == status && check.httpStatus == 200 && code == 0)
    #expect(check.bytes == Fixtures.fleet.utf8.count)
    #expect(days.contains(try #require(check.certificateDays)))
  }

  @Test func `a certificate that has ended is a problem`() throws {
    let server = try NginxServer(["fleet.json": "{}"], certificate: try TestCertificate.expired.server())
    let authority = try TemporaryFile(try TestCertificate.authority(), named: ".pem")
    let (report, status) = try doctor(
      "resources.state = { source = '\(server.url("/fleet.json"))', caFile = '\(authority.path)' }")
    #expect(report["state"]?.kind == "certificateInvalid" && status == 1)
  }

  @Test(arguments: [9, 30])
  func `more sources than are asked at once are asked one after the other`(count: Int) throws {
    let file = try TemporaryFile("{}")
    let names = (1...count).map { "r\($0)" }
    let tables = names.map { "resources.\($0).source = 'file:\(file.path)'" }
    let (report, status) = try doctor(tables.joined(separator: "\n"))
    #expect(names.allSatisfy { report[$0]?.message == "fetched" } && status == 0)
  }

  @Test func `resources that are named are asked alone`() throws {
    let configuration = """
      resources.bad.source = "file:/proc/nonexistent"
      resources.build.source = "file:{branch}"
      """
    let (good, status) = try doctor(configuration, "menu", "build")
    #expect(good.checks.map(\.subject) == ["configuration", "menu", "build"] && status == 0)
    let (bad, wrong) = try doctor(configuration, "location", "bad")
    #expect(bad.checks.map(\.subject) == ["configuration", "bad", "location"] && wrong == 1)
    let (place, found) = try doctor(configuration, "location")
    #expect(place.checks.map(\.subject) == ["configuration", "location"] && found == 0)
  }

  @Test(arguments: [UInt16(40), 60, 80])
  func `lines on a terminal are broken at words`(columns: UInt16) throws {
    let file = try TemporaryFile("resources.absent.source = 'file:/proc/nonexistent'", named: ".toml")
    let terminal = try PseudoTerminal(columns: columns)
    let process = try DaemonProcess(
      ["doctor", "--config", file.path], environment: ["NO_COLOR": "1"],
      output: .descriptor(terminal.terminal))
    let screen = try terminal.read(through: "(NO_COLOR)")
    #expect(try process.wait() == 1)
    for line in screen.split(separator: "\r\n") where line.count > columns {
      // One word, which a path may be.
      #expect(line.drop { $0 == " " }.split(separator: " ").count == 1, "\(line)")
    }
    let words = "PROBLEM The file does not exist. There is nothing at this path. (file:/proc/nonexistent,"
    #expect(screen.split { " \r\n".contains($0) }.joined(separator: " ").contains(words))
  }

  @Test func `a silent source takes no more than its time`() throws {
    let (report, status) = try doctor("[resources.state]\nsource = 'command:sleep 1000'", "--timeout", "0.2")
    #expect(report["state"]?.kind == "commandFailed" && status == 1)
  }

  @Test func `a low limit of descriptors is a warning, which is no problem`() throws {
    let process = try DaemonProcess(
      ["doctor", "--state", "demo"], launcher: ["/bin/sh", "-c", #"ulimit -n 64; exec "$0" "$@""#])
    let lines = try process.output.rest().split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("descriptors    warning  at most 64") })
    #expect(lines.contains { $0.contains("ulimit -n 1024") })
    #expect(try process.wait() == 0)
  }

  @Test func `manual time passes at once`() throws {
    let run = try Run("doctor", "--scenario", "slow", "--clock", "manual")
    #expect(run.output.contains("state          ok       fetched") && run.status == 0)
  }
}
