import Foundation
import Glibc
import TestSupport
import Testing

@testable import Store

struct StoreFolderTests {
  private let parent: TemporaryFolder
  private var path: String { parent.path + "/a/b" }

  init() throws {
    parent = try TemporaryFolder()
  }

  private func mode(_ path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? -1
  }

  @Test func `folders that are missing are made for this user alone`() throws {
    let file = try StoreFolder(path: path).prepare()
    #expect(try [mode(parent.path + "/a"), mode(path), mode(file)] == [0o700, 0o700, 0o600])
  }

  @Test func `a folder that is there keeps its permissions, a file is closed to others`() throws {
    let file = try StoreFolder(path: path).prepare()
    chmod(path, 0o755)
    chmod(file, 0o644)
    #expect(try StoreFolder(path: path).prepare() == file)
    #expect(try [mode(path), mode(file)] == [0o755, 0o600])
  }

  @Test func `a relative path starts at the working directory`() throws {
    let here = FileManager.default.currentDirectoryPath
    let name = "statusd-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: name) }
    #expect(try StoreFolder(path: name + "//x/").prepare() == "\(here)/\(name)/x/\(StoreFolder.fileName)")
  }

  @Test func `a link to the folder is followed`() throws {
    symlink(parent.path, parent.path + "/link")
    #expect(
      try StoreFolder(path: parent.path + "/link").prepare() == "\(parent.path)/\(StoreFolder.fileName)")
  }

  enum Obstacle: CaseIterable { case link, pipe, folder, socket }

  @Test(arguments: Obstacle.allCases)
  func `what stands in the place of the file is left alone`(obstacle: Obstacle) throws {
    mkdir(parent.path + "/s", 0o700)
    let place = "\(parent.path)/s/\(StoreFolder.fileName)"
    switch obstacle {
    case .link: symlink("/etc/hostname", place)
    case .pipe: mkfifo(place, 0o600)
    case .folder: mkdir(place, 0o700)
    case .socket: mknod(place, S_IFSOCK | 0o600, 0)
    }
    let fault = #expect(throws: StoreFault.self) { try StoreFolder(path: parent.path + "/s").prepare() }
    guard case .unwritable(.notRegular, _) = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: parent.path + "/s") == [StoreFolder.fileName])
  }

  @Test func `a damaged database is put aside with its log, in the place of the one before`() throws {
    let file = try StoreFolder(path: path).prepare()
    for (suffix, text) in [("", "new"), ("-wal", "log"), ("-shm", "index")] {
      try Data(text.utf8).write(to: URL(filePath: file + suffix))
    }
    try Data("old".utf8).write(to: URL(filePath: "\(path)/\(StoreFolder.damagedName)"))
    try StoreFolder.putAside(file)
    let aside = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    #expect(aside == [StoreFolder.damagedName, StoreFolder.damagedName + "-wal"])
    let texts = try aside.map { try String(contentsOfFile: "\(path)/\($0)", encoding: .utf8) }
    #expect(texts == ["new", "log"])
  }

  @Test func `a file in the place of the folder is left alone`() throws {
    try Data().write(to: URL(filePath: parent.path + "/f"))
    let fault = #expect(throws: StoreFault.self) { try StoreFolder(path: parent.path + "/f/s").prepare() }
    guard case .unwritable(.notRegular, _) = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
  }
}
