import Foundation
import TestSupport
import Testing

/// A place of a template, or of a rule, that leads nowhere.
struct WatchPlacesTests {
  private static let value = #"{"workflow_runs":[{"conclusion":"failure","name":null}],"n":1}"#

  private func once(_ words: String...) throws -> Run {
    let file = try TemporaryFile(Self.value)
    return try Run(["watch", "ci", "--resource", "ci=file:\(file.path)", "--once"] + words)
  }

  @Test func `brackets are refused with the right form`() throws {
    let run = try once("--format", "CI {value.workflow_runs[0].conclusion}")
    #expect(run.errors.contains("--format has a place with [") && run.output == "" && run.status == 64)
    #expect(run.errors.contains("as in {value.workflow_runs.0.conclusion}"))
  }

  @Test(arguments: [
    (
      "{value.workflow_run.0.conclusion}",
      "{value.workflow_run.0.conclusion} leads to nothing in the value; did you mean {value.workflow_runs.0.conclusion}?"
    ),
    ("{value.workflow_runs.0.conclusio}", "; did you mean {value.workflow_runs.0.conclusion}?"),
    ("{value.workflow_rums.length}", "; did you mean {value.workflow_runs.length}?"),
    ("{value.workflow_runs.1.conclusion}", "; the array has 1 element"),
    ("{value.n.digits}", "; what stands before it has no members"),
    ("{value.n.length}", "; what stands before it has no members"),
    ("{value.zzz}", "; there are workflow_runs, n"),
  ])
  func `a place that is not in the value is said, and the status is 1`(template: String, sentence: String)
    throws
  {
    let run = try once("--format", "CI " + template)
    #expect(run.output == "CI \n" && run.errors.contains(sentence) && run.status == 1, "\(run.errors)")
    #expect(run.errors.hasPrefix("statusd: {value.") && run.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    "{value.workflow_runs.0.name}", "{failure.title}", "{attempt}", "{value.workflow_runs.length}",
  ])
  func `what is null or comes and goes is no mistake`(template: String) throws {
    let run = try once("--format", template)
    #expect(run.errors == "" && run.status == 0)
  }

  @Test(arguments: [
    (
      "failed:/conclusion=failure",
      "/conclusion of the rule for the class failed leads to nothing in the value"
    ),
    (
      "failed:/value/workflow_runs/0/conclusion=failure",
      "; did you mean /workflow_runs/0/conclusion?"
    ),
    ("failed:/workflow_run/0/conclusion=failure", "; did you mean /workflow_runs/0/conclusion?"),
  ])
  func `a rule whose pointer leads nowhere is said`(rule: String, sentence: String) throws {
    let run = try once("--format", "tmux", "--class-when", rule)
    #expect(run.errors.contains(sentence) && run.status == 0, "\(run.errors)")
    #expect(try once("--format", "tmux", "--class-when", "failed:!/gone").errors == "")
  }

  @Test func `one warning is enough, and a failure is none`() throws {
    let folder = try TemporaryFolder()
    try folder.save("{", as: "n.json")
    let watch = try DaemonProcess([
      "watch", "n", "--resource", "n=file:\(folder.path("n.json"))", "--format",
      "{value.a}{value.b}{failure.title}",
      "--interval", "0.1", "--log-format", "json",
    ])
    while !(try watch.output.line().contains("cannot be read")) {}
    for letter in ["W", "X", "Y", "Z"] {
      try folder.save(#"{"a":"\#(letter)"}"#, as: "n.json")
      while !(try watch.output.line().contains(letter)) {}
    }
    watch.signal(SIGTERM)
    let warnings = try watch.errors.rest().split(separator: "\n").filter { $0.contains("leads to nothing") }
    #expect(warnings.count == 1)
    #expect(
      warnings.first?.contains("{value.b} leads to nothing in the value; did you mean {value.a}?") == true)
    #expect(try watch.wait() == 143)
  }
}
