import CProcess

/// The words of the command line, the program's name first.
///
/// Swift's own `CommandLine.arguments` reads /proc/self/cmdline, and is empty where /proc is not mounted.
package enum ProcessArguments {
  package static let all: [String] = {
    var count: CInt = 0
    // SAFETY: the words are the process's argv, `count` strings that live as long as the process.
    guard let words = unsafe statusd_arguments(&count) else { return [] }
    return (0..<Int(count)).map { index in
      unsafe words[index].map { unsafe String(cString: $0) } ?? ""
    }
  }()
}
