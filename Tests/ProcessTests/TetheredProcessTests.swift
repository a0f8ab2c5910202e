import TestSupport
import Testing

/// The programs beside a daemon end with their test, whatever they do with a signal.
@Suite(.timeLimit(.minutes(10))) struct TetheredProcessTests {
  @Test func `a program that loses a signal ends all the same`() throws {
    let ready = try Fifo()
    let script = #"trap "trap - TERM" TERM; echo ready >"$1"; while :; do sleep 0.05; done"#
    var program: TetheredProcess? = try TetheredProcess(["sh", "-c", script, "sh", ready.path])
    #expect(try ready.line() == "ready")
    #expect(program?.hasEnded == false)
    // Waits until it is gone.
    program = nil
  }
}
