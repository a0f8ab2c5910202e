import CLibFuzzer
import Glibc

/// The fuzzer that the compiler brings along, and this process's way into it.
package enum LibFuzzer {
  /// What libFuzzer calls with each input.
  package typealias Target = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

  /// Has libFuzzer call `target` as the command line says, and ends the process.
  package static func run(_ target: Target) -> Never {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &arguments, target))
  }

  /// Holds one input to `check`; a violation ends the process, which is how libFuzzer learns of it.
  package static func hold(
    _ start: UnsafePointer<UInt8>?, _ count: Int, _ check: ([UInt8]) throws -> Void
  ) -> CInt {
    do {
      try check(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
      fatalError("\(error)")
    }
    return 0
  }
}
