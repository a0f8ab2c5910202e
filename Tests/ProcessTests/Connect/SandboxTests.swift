import Testing

@testable import statusd

/// What says of a process that it is in a sandbox, proc(5).
struct SandboxTests {
  private func status(_ seccomp: Int, _ privileges: Int) -> [UInt8] {
    Array("Name:\tstatusd\nNoNewPrivs:\t\(privileges)\nSeccomp:\t\(seccomp)\nSeccomp_filters:\t7\n".utf8)
  }

  @Test func `a process without a mark is in none`() {
    #expect(Sandbox(status(0, 0), first: nil) == nil)
    #expect(Sandbox(status(0, 0), first: status(2, 1)) == nil)
    #expect(Sandbox([], first: nil) == nil)
  }

  @Test(arguments: [(2, 0, "Seccomp"), (1, 0, "Seccomp"), (0, 1, "NoNewPrivs"), (2, 1, "Seccomp")])
  func `a mark is one, and where process 1 cannot be read too`(seccomp: Int, privileges: Int, mark: String) {
    #expect(Sandbox(status(seccomp, privileges), first: status(0, 0))?.mark == mark)
    #expect(Sandbox(status(seccomp, privileges), first: nil)?.mark == mark)
  }

  @Test func `a container as a whole is none`() {
    #expect(Sandbox(status(2, 1), first: status(2, 1)) == nil)
    #expect(Sandbox(status(2, 1), first: status(2, 0))?.mark == "NoNewPrivs")
  }
}
