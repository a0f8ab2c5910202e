import Foundation
import TestSupport
import Testing

/// `STATUSD_CONFIG` and `STATUSD_LOG_LEVEL`, which stand for options that are not given.
struct VariableOptionTests {
  private let file: TemporaryFile

  init() throws {
    file = try TemporaryFile("limits.batch = 7\nresources.here.source = 'file:/etc/hostname'", named: ".toml")
  }

  @Test(arguments: [
    ["config"], ["call", "listResources"], ["doctor"], ["watch", "here", "--once"], ["serve"],
  ])
  func `a variable names the configuration of every command`(words: [String]) throws {
    let wrong = try TemporaryFile("limits.batch = 0\n", named: ".toml")
    let run = try Run(words, environment: ["STATUSD_CONFIG": wrong.path])
    #expect((run.output + run.errors).contains("limits.batch must be a whole number between 1 and 10000"))
    #expect(run.status == (words == ["doctor"] ? 1 : 78))
    let right = try Run(words, environment: ["STATUSD_CONFIG": file.path])
    #expect(right.status != 78 && !right.errors.contains("STATUSD_CONFIG"))
  }

  @Test func `the option wins, and an empty variable is none`() throws {
    let run = try Run(
      ["config", "--config", file.path], environment: ["STATUSD_CONFIG": "/proc/nonexistent.toml"])
    #expect(run.status == 0 && run.output.contains("limits.batch = 7"))
    let empty = try Run(["config"], environment: ["STATUSD_CONFIG": "", "STATUSD_LOG_LEVEL": ""])
    #expect(empty.status == 0 && empty.errors == "")
    let absent = try Run(["config"], environment: ["STATUSD_CONFIG": "/proc/nonexistent.toml"])
    #expect(
      absent.status == 78 && absent.errors == "statusd: /proc/nonexistent.toml: there is no such file\n")
  }

  @Test(arguments: [["call", "getState"], ["watch", "--once"], ["serve"]])
  func `a variable gives the level of the log`(words: [String]) throws {
    let run = try Run(words, environment: ["STATUSD_LOG_LEVEL": "debug"])
    #expect(run.errors.contains(" debug statusd: configuration"), "\(run.errors)")
    let option = try Run(words + ["--log-level=error"], environment: ["STATUSD_LOG_LEVEL": "debug"])
    #expect(option.errors == "")
    let wrong = try Run(words, environment: ["STATUSD_LOG_LEVEL": "s3cret"])
    #expect(wrong.status == 78)
    #expect(
      wrong.errors
        == "statusd: STATUSD_LOG_LEVEL: must be one of trace, debug, info, notice, warning, error, critical\n"
    )
  }
}
