import Foundation
import TestSupport
import Testing

/// A variable or a file that is not there: the failure of the resource that names it, in the built binary.
struct MissingSecretTests {
  private let folder: TemporaryFolder
  private let server = FaultServer(["/": [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]")]])

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("[1]", to: "plain.json")
    try folder.write(
      """
      minimumRequestTime = 0
      [resources.plain]
      source = "file:\(folder.path("plain.json"))"
      [resources.secret]
      source = "\(server.url("/"))"
      headers = { Authorization = "Bearer ${file:\(folder.path("token"))}" }
      [resources.secret.recoveryOptions.login]
      title = "Log In"
      command = "sh -c 'printf s3cret > \(folder.path("token"))'"
      [resources.unset]
      source = "https://${STATUSD_TEST_HOST}/a"
      [location]
      source = "file:${STATUSD_TEST_PLACE}"
      """, to: "config.toml")
  }

  private var file: String { folder.path("config.toml") }

  @Test func `everything else is served`() throws {
    let run = try Run("call", "--config", file, "refresh", "resource=plain")
    #expect(run.status == 0 && run.output.contains(#""value":[1]"#), "\(run.errors)")
    let watched = try Run("watch", "--config", file, "--once", "plain")
    #expect(watched.status == 0 && watched.output.contains(#""value":[1]"#))
  }

  @Test func `the user's own option writes the token, and the fetch is repeated`() throws {
    let daemon = try DaemonProcess(["--config", file, "--log-level", "trace"])
    let failed = try daemon.call("refresh", #"{"resource":"secret"}"#)
    #expect(failed.kind == "sourceMisconfigured")
    #expect(failed.optionIDs == ["cancel", "custom:login", "openSettings"])
    #expect(failed.detail?["reason"] as? String == "headers")
    let options = failed.failure?["recoveryOptions"] as? [[String: Any]]
    #expect(options?.last?["key"] as? String == "resources.secret.headers")
    let retried = try daemon.call("retry", #"{"optionId":"custom:login"}"#)
    #expect(retried.result?["recovered"] as? Bool == true, "\(retried.text)")
    #expect(server.requests.last?.contains("Authorization: Bearer s3cret\r\n") == true)
    daemon.closeInput()
    let output = try daemon.rest().map(\.text).joined()
    let errors = try daemon.errors.rest()
    #expect(!"\(output)\(errors)\(failed.text)\(retried.text)".contains("s3cret"))
  }

  @Test func `a variable that is not set is named, and so is its key`() throws {
    let daemon = try DaemonProcess(["--config", file])
    let failed = try daemon.call("refresh", #"{"resource":"unset"}"#)
    #expect(failed.kind == "sourceMisconfigured")
    #expect(failed.detail?["key"] as? String == "resources.unset.source")
    #expect(failed.detail?["url"] as? String == "https://${STATUSD_TEST_HOST}***")
    #expect((failed.failure?["message"] as? String)?.contains("STATUSD_TEST_HOST") == true)
    #expect(failed.optionIDs == ["cancel", "openSettings"])
    _ = try daemon.call("subscribeLocation")
    while true {
      let location = try daemon.receive().params["location"] as? [String: Any]
      guard let failure = location?["failure"] as? [String: Any] else { continue }
      #expect(failure["kind"] as? String == "sourceMisconfigured")
      #expect((failure["detail"] as? [String: Any])?["key"] as? String == "location.source")
      break
    }
  }

  @Test func `config --check and doctor name what is missing`() throws {
    let needs = [
      "resources.secret.headers needs the file \(folder.path("token"))",
      "resources.unset.source needs the variable STATUSD_TEST_HOST",
      "location.source needs the variable STATUSD_TEST_PLACE",
    ]
    let check = try Run("config", "--check", "--config", file)
    #expect(check.status == 78 && check.output == "")
    #expect(check.errors.split(separator: "\n").count == 3)
    let listing = try Run("config", "--config", file)
    #expect(listing.status == 0 && listing.output.contains(#"source = "https://${STATUSD_TEST_HOST}***""#))
    let doctor = try Run("doctor", "--config", file)
    #expect(doctor.status == 1)
    for need in needs {
      #expect(check.errors.contains(need) && listing.errors.contains(need), "\(check.errors)")
      #expect(doctor.output.contains(need), "\(doctor.output)")
    }
    for line in doctor.output.split(separator: "\n") where line.hasPrefix("unset ") {
      #expect(line.contains("PROBLEM"))
    }
  }
}
