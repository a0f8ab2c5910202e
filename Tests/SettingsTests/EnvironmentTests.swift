import Glibc
import Testing

@testable import Settings

/// The variables of a process, as the system hands them over.
struct EnvironmentTests {
  @Test func `of two variables with one name the first counts, as for getenv`() {
    let texts = ["PATH=/bin", "STATUSD_A=first", "STATUSD_A=second", "STATUSD_B=x=y", "STATUSD_C"]
    var entries: [UnsafeMutablePointer<CChar>?] = texts.map { (text: String) in strdup(text) } + [nil]
    defer { for entry in entries { free(entry) } }
    let variables = entries.withUnsafeMutableBufferPointer { Environment.variables(in: $0.baseAddress!) }
    #expect(variables == ["STATUSD_A": "first", "STATUSD_B": "x=y"])
  }

  @Test func `a variable names the file where no option does`() {
    #expect(Environment(["STATUSD_CONFIG": "/a.toml"]).file == "/a.toml")
    #expect(Environment(["STATUSD_CONFIG": ""]).file == nil)
    #expect(Environment(["HOME": "/h"]).file == nil)
  }
}
