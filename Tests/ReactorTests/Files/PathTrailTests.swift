import Foundation
import TestSupport
import Testing

@testable import Reactor

/// Which directory entries decide where a path leads.
struct PathTrailTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func step(_ directory: String, _ name: String) -> PathTrail.Step {
    PathTrail.Step(directory: directory.isEmpty ? folder.path : folder.path(directory), name: name)
  }

  private func link(_ target: String, as name: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(name), withDestinationPath: target)
  }

  private func make(_ directory: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path(directory), withIntermediateDirectories: true)
  }

  @Test func `without links it is the file in its directory, which need not be there`() throws {
    try make("a/b")
    #expect(PathTrail(folder.path("a/b/config.toml")).steps == [step("a/b", "config.toml")])
    #expect(PathTrail(folder.path("a/./b//config.toml")).steps == [step("a/b", "config.toml")])
  }

  @Test func `what is missing on the way ends it`() throws {
    #expect(PathTrail(folder.path("a/b/config.toml")).steps == [step("", "a")])
  }

  @Test func `links as Kubernetes makes them are all on the trail`() throws {
    try make("..2026")
    try folder.write("", to: "..2026/config.toml")
    try link("..2026", as: "..data")
    try link("..data/config.toml", as: "config.toml")
    #expect(
      PathTrail(folder.path("config.toml")).steps == [
        step("", "config.toml"), step("", "..data"), step("..2026", "config.toml"),
      ])
  }

  @Test func `an absolute link begins at the root again, and .. goes up from where it led`() throws {
    try make("real/deep")
    try link(folder.path("real/deep"), as: "link")
    #expect(
      PathTrail(folder.path("link/../config.toml")).steps == [
        step("", "link"), step("real/deep/..", "config.toml"),
      ])
  }

  @Test func `links in a circle end`() throws {
    try link("b", as: "a")
    try link("a", as: "b")
    #expect(PathTrail(folder.path("a")).steps.count == 41)
  }

  @Test func `a relative path begins at the working directory`() {
    #expect(
      PathTrail("no-such-file").steps == [PathTrail.Step(directory: ".", name: "no-such-file")])
  }
}
