import Foundation
import TestSupport
import Testing

/// Clients in a sandbox (docs/sharing.md, “In a sandbox”).
@Suite(.enabled(if: FirstProcess.isFree)) struct ConnectSandboxTests {
  fileprivate static let noPrivileges = ["/usr/bin/setpriv", "--no-new-privs"]

  /// A filter of seccomp(2) that refuses a call with EPERM, as agents and containers set one.
  ///
  /// - Parameter condition: The number of the call, and the first argument for which it is refused; nil for any.
  private static func refusing(_ call: String, _ argument: Int?) -> [String] {
    let script = """
      import ctypes, os, struct, sys
      number = {"socket": {"x86_64": 41, "aarch64": 198}, "sendmsg": {"x86_64": 46, "aarch64": 211}}
      nr = number["\(call)"][os.uname().machine]
      load, equal, give = 0x20, 0x15, 0x06
      steps = [(load, 0, 0, 0), (equal, 0, \(argument == nil ? 1 : 3), nr)]
      if \(argument == nil ? "False" : "True"):
          steps += [(load, 0, 0, 16), (equal, 0, 1, \(argument ?? 0))]
      steps += [(give, 0, 0, 0x00050001), (give, 0, 0, 0x7fff0000)]
      code = b"".join(struct.pack("HBBI", *step) for step in steps)
      room = ctypes.create_string_buffer(code)
      program = struct.pack("HxxxxxxP", len(steps), ctypes.addressof(room))
      libc = ctypes.CDLL(None, use_errno=True)
      assert libc.prctl(38, 1, 0, 0, 0) == 0
      assert libc.prctl(22, 2, ctypes.c_char_p(program), 0, 0) == 0, ctypes.get_errno()
      os.execv(sys.argv[1], sys.argv[1:])
      """
    return ["/usr/bin/python3", "-c", script]
  }

  fileprivate static let noSockets = refusing("socket", 1)
  private static let noSendmsg = refusing("sendmsg", nil)

  private func end(_ process: DaemonProcess) throws -> (output: String, errors: String, status: Int32) {
    process.closeInput()
    let (output, errors) = (try process.output.rest(), try process.errors.rest())
    return (output, errors, try process.wait())
  }

  @Test(arguments: [ConnectSandboxTests.noPrivileges, ConnectSandboxTests.noSockets])
  func `no daemon is started from inside`(launcher: [String]) throws {
    let fixture = try SharedFixture()
    let client = try end(try fixture.connect(launcher: launcher))
    #expect(client.status == 77 && client.output == "")
    #expect(client.errors.contains("sandbox") || client.errors.contains("Operation not permitted"))
    #expect(try fixture.daemons().isEmpty)
    let watch = ["watch", "--once", "--format", "plain"]
    let alone = try end(try fixture.start(watch + ["--shared"], launcher: launcher))
    #expect(alone.status == 0 && alone.output == "3 couriers, 6 packages, 4 vehicles\n")
    #expect(alone.errors.hasSuffix("; this process fetches by itself\n"))
    #expect(alone.errors.split(separator: "\n").count == 1)
    #expect(try end(try fixture.start(watch + ["--shared=only"], launcher: launcher)).status == 77)
    #expect(try fixture.daemons().isEmpty)
  }

  @Test func `a daemon outside is used, if its socket may be`() throws {
    let fixture = try SharedFixture()
    let outside = try fixture.connect()
    _ = try outside.call("refresh")
    let inside = try fixture.connect(launcher: Self.noPrivileges)
    #expect(try inside.call("getState").result?["revision"] as? Int == 2)
    let watch = try fixture.start(
      ["watch", "--shared=only", "--once", "--format", "plain"], launcher: Self.noPrivileges)
    #expect(try end(watch).status == 0)
  }

  @Test func `where sendmsg alone is refused nothing can be handed over, and nobody hangs`() throws {
    let fixture = try SharedFixture()
    let outside = try fixture.connect()
    _ = try outside.call("getState")
    let client = try end(try fixture.connect(launcher: Self.noSendmsg))
    #expect(client.status == 77 && client.errors.contains("cannot be handed to the daemon"))
    try fixture.wait(forSessions: 1)
    // Who copies nothing needs no sendmsg.
    let watch = try fixture.start(
      ["watch", "--shared=only", "--once", "--format", "plain"], launcher: Self.noSendmsg)
    #expect(try end(watch).status == 0)
  }

  @Test func `without XDG_RUNTIME_DIR clients meet in another folder`() throws {
    let fixture = try SharedFixture()
    let words = ["connect", "--print-socket"]
    let without = try fixture.run(words, environment: ["XDG_RUNTIME_DIR": ""])
    #expect(without.output.hasPrefix("/run/user/") || without.output.hasPrefix("/tmp/statusd-"))
    // The place is no part of the key.
    let name = { (path: String) in path.split(separator: "/").last }
    #expect(try name(without.output) == name(fixture.run(words).output))
  }
}

private enum FirstProcess {
  /// Where the first process is marked itself, or cannot be read, everything here is one sandbox.
  static let isFree: Bool = {
    let status = (try? String(contentsOfFile: "/proc/1/status", encoding: .utf8)) ?? ""
    return status.contains("NoNewPrivs:\t0") && status.contains("Seccomp:\t0")
  }()
}
