import Foundation
import TestSupport
import Testing

/// `statusd watch NAME ARGUMENT=VALUE`.
struct WatchArgumentsTests {
  private let folder: TemporaryFolder
  private let resource: [String]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(#"{"state":"passed"}"#, to: "main-1.json")
    try folder.write(#"{"state":"failed"}"#, to: "a=b-2.json")
    resource = ["--resource", "build=file:\(folder.path)/{branch}-{number}.json"]
  }

  private func once(_ words: String...) throws -> Run {
    try Run(["watch"] + words + resource + ["--once", "--log-level", "critical"])
  }

  @Test func `an instance is watched by its arguments`() throws {
    let run = try once("build", "branch=main", "number=1", "--format", "{arguments.branch} {value.state}")
    #expect(run.output == "main passed\n" && run.status == 0)
    // The value begins behind the first equals sign.
    #expect(try once("build", "number=2", "branch=a=b", "--format", "{value.state}").output == "failed\n")
  }

  @Test func `lines of an instance name its arguments`() throws {
    let run = try once("build", "number=1", "branch=main", "--format", "waybar")
    #expect(run.output.contains(#""tooltip":"build branch=main number=1""#))
  }

  @Test(arguments: [
    (
      ["build", "branch=main"],
      "number is required; the command is: statusd watch build branch=… number=…"
    ),
    (["build"], "branch is required; the command is: statusd watch build branch=… number=…"),
    (["build", "branch=x", "nubmer=1"], "nubmer is no argument of build; did you mean number?"),
    (["build", "branch=..", "number=1"], "branch must not"),
    (["build", "branch=a/b", "number=1"], "branch must not"),
    (["build", "branch=a", "branch=b"], "an argument is given twice"),
    (["build", "main"], "behind the name stand words ARGUMENT=VALUE"),
    (["menu", "branch=x"], "menu takes no arguments, since its source has no {parameter}"),
    (["location", "branch=x"], "location takes no arguments"), (["branch=x"], "state takes no arguments"),
    (["biuld", "branch=x"], "did you mean build?"),
  ])
  func `arguments that cannot be are refused with the way out`(words: [String], sentence: String) throws {
    let run = try Run(["watch"] + words + resource)
    #expect(run.errors.contains(sentence) && run.output == "" && run.status == 64, "\(run.errors)")
  }

  @Test func `without a name they are those of state`() throws {
    try folder.write(#"{"couriers":[],"packages":[],"vehicles":[]}"#, to: "north.json")
    let run = try Run(
      "watch", "place=south", "--state", "file:\(folder.path)/{place}.json", "--once", "--log-level",
      "critical")
    #expect(run.output.contains(#""arguments":{"place":"south"}"#) && run.status == 66)
  }

  @Test func `clicks are those on the instance`() throws {
    try folder.write("1", to: "main-3.json")
    let watch = try DaemonProcess(
      ["watch", "build", "branch=main", "number=3", "--format", "i3bar", "--interval", "86400"] + resource)
    func shows(_ text: String) throws {
      while !(try watch.output.line().contains(#""full_text":"\#(text)""#)) {}
    }
    try shows("1")
    for instance in ["build", "build branch=main number=2"] {
      try watch.input.write(Array("{\"instance\":\"\(instance)\",\"button\":3}\n".utf8))
    }
    try watch.input.write(Array("{\"instance\":\"build branch=main number=3\",\"button\":3}\n".utf8))
    try shows("1 (paused)")
    try folder.write("2", to: "main-3.json")
    try watch.input.write(Array("{\"instance\":\"build branch=main number=3\",\"button\":1}\n".utf8))
    try shows("2 (paused)")
  }
}
