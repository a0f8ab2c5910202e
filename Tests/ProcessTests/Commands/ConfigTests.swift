import Foundation
import TestSupport
import Testing

/// `statusd config`.
struct ConfigTests {
  @Test func `the configuration is printed as TOML or JSON, with origins`() throws {
    let file = try TemporaryFile("limits.batch = 7\n", named: ".toml")
    let run = try Run("config", "--config", file.path, "--menu", "file:menu.json")
    #expect(run.status == 0 && run.errors == "")
    #expect(run.output.contains("limits.batch = 7  # file \(file.path):1\n"))
    #expect(run.output.contains("[resources.menu]\nsource = \"file:menu.json\"  # option --menu\n"))
    let json = try Run("--json", "config", "--config", file.path).output
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let settings = try #require(object?["settings"] as? [[String: Any]])
    let batch = settings.first { $0["key"] as? String == "limits.batch" }
    #expect(batch?["value"] as? Int == 7 && batch?["origin"] as? String == "file \(file.path):1")
  }

  @Test func `--check prints every mistake and ends with 78, or nothing and 0`() throws {
    let wrong = try TemporaryFile("limits = { batch = 0, dept = 8 }\n", named: ".toml")
    for words in [["config", "--check"], ["config"]] {
      let run = try Run(words + ["--config", wrong.path])
      #expect(run.status == 78 && run.output == "")
      #expect(run.errors.split(separator: "\n").count == 2)
    }
    let right = try Run(["config", "--check"], environment: ["STATUSD_STAT": "demo"])
    #expect(right.status == 0 && right.output == "")
    #expect(
      right.errors.hasPrefix("statusd: warning: the variable STATUSD_STAT")
        && right.errors.contains("STATUSD_STATE?"))
  }
}
