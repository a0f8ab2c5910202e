import Foundation
import TestSupport
import Testing

/// What only a real store can fail with: each is a failure that says so, and the daemon goes on.
struct StoreFaultTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var file: String { folder.path("store/statusd.sqlite") }

  /// Runs statements of another program's.
  @discardableResult
  private func sql(_ statement: String) throws -> String {
    try Shell.output("sqlite3", [file, statement])
  }

  /// Keeps a value of `a` and ends.
  private func keep(_ text: String = "[1]") throws {
    let daemon = try StoreDaemon(folder)
    #expect(try daemon.refresh("a", text).result != nil)
    try daemon.end()
  }

  /// What could not be kept is shown, fresh, with the failure beside it.
  private func expectShown(
    _ name: String, _ text: String, _ kind: String, by daemon: StoreDaemon,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let state = try daemon.state(name)
    let value = try JSONSerialization.data(withJSONObject: state["value"] ?? [], options: .fragmentsAllowed)
    #expect(String(decoding: value, as: UTF8.self) == text, sourceLocation: sourceLocation)
    #expect(state["status"] as? String == "failed", sourceLocation: sourceLocation)
    #expect(state["isStale"] as? Bool == false, sourceLocation: sourceLocation)
    let failure = state["failure"] as? [String: Any]
    #expect(failure?["kind"] as? String == kind, sourceLocation: sourceLocation)
  }

  @Test func `a file of a later version is left alone, and the daemon runs without`() throws {
    try keep()
    try sql("PRAGMA user_version = 2")
    let before = try Data(contentsOf: URL(filePath: file))
    let daemon = try StoreDaemon(folder)
    #expect(try daemon.state("a")["status"] as? String == "idle")
    #expect(try daemon.refresh("a", "[2]").result != nil)
    #expect(try daemon.samples("a").count == 1)
    #expect(try daemon.store["problem"] as? String == "storeUnwritable")
    #expect(try daemon.end().contains("a later version of statusd has made the store (format 2)"))
    #expect(try Data(contentsOf: URL(filePath: file)) == before)
  }

  @Test func `a damaged file is put aside, and a new one is begun`() throws {
    try keep()
    try Data(repeating: 0x5A, count: 20_000).write(to: URL(filePath: file))
    let daemon = try StoreDaemon(folder)
    #expect(try daemon.state("a")["status"] as? String == "idle")
    #expect(try daemon.refresh("a", "[2]").result != nil)
    #expect(try daemon.store["damaged"] as? Int == 1)
    #expect(try daemon.end().contains("put aside as statusd.damaged.sqlite kind=storeCorrupt"))
    #expect(FileManager.default.fileExists(atPath: folder.path("store/statusd.damaged.sqlite")))
    #expect(try StoreDaemon(folder).state("a")["value"] as? [Int] == [2])
  }

  @Test func `a damaged value is put aside, and the others stay`() throws {
    let first = try StoreDaemon(folder)
    _ = try (first.refresh("a", "[1]"), first.refresh("b", "[2]"))
    try first.end()
    try sql("UPDATE body SET content = CAST('[9]' AS BLOB) WHERE content = CAST('[1]' AS BLOB)")
    let daemon = try StoreDaemon(folder)
    #expect(try daemon.state("a")["status"] as? String == "idle")
    #expect(try daemon.state("b")["value"] as? [Int] == [2])
    #expect(try daemon.store["damaged"] as? Int == 1)
    #expect(try daemon.end().contains("a stored value is damaged and was put aside"))
    #expect(try sql("SELECT content FROM damaged") == "[9]\n")
  }

  @Test(arguments: ["mkfifo", "ln -s /etc/hostname", "mkdir"])
  func `what stands in the place of the file is left alone`(command: String) throws {
    _ = try Shell.output("/bin/sh", ["-c", "mkdir '\(folder.path("store"))' && \(command) '\(file)'"])
    let daemon = try StoreDaemon(folder)
    let refused = try daemon.refresh("a", "[1]")
    #expect(refused.kind == "storeUnwritable" && refused.detail?["reason"] as? String == "notRegular")
    #expect(refused.optionIDs.contains("openSettings") && !refused.optionIDs.contains("useLastKnown"))
    try expectShown("a", "[1]", "storeUnwritable", by: daemon)
    #expect(try daemon.store["problem"] as? String == "storeUnwritable")
    // Once it is mended, the same daemon writes.
    try FileManager.default.removeItem(atPath: file)
    #expect(try daemon.refresh("a", "[1]").result != nil)
    #expect(try daemon.store["problem"] == nil)
    try daemon.end()
  }

  @Test func `a folder that may not be written fails the fetch and nothing else`() throws {
    try keep()
    _ = try Shell.output(
      "/bin/sh", ["-c", "chmod a-w '\(folder.path("store"))'"])
    // Root without capabilities: the owner's permissions hold for it, and it reaches the program wherever that is.
    let incapable = ["/usr/bin/setpriv", "--bounding-set=-all"]
    let daemon = try StoreDaemon(folder, launcher: geteuid() == 0 ? incapable : [])
    let refused = try daemon.refresh("a", "[2]")
    #expect(refused.kind == "storeUnwritable" && refused.detail?["reason"] as? String == "permission")
    try expectShown("a", "[2]", "storeUnwritable", by: daemon)
    try daemon.end()
  }

  /// A file system with room for the file and little more.
  @Test(.enabled(if: canMount))
  func `a full disk fails the fetch, and room on it mends that`() throws {
    let mount = Launchers.mounts("mount -t tmpfs -o size=400k none /mnt || exit 99")
    let daemon = try StoreDaemon(folder, store: "/mnt/store", launcher: mount)
    #expect(try daemon.refresh("a", text(10_000)).result != nil)
    var last = ""
    let refused = try daemon.refusal("b") {
      last = text(500_000 + $0)
      return last
    }
    #expect(refused.kind == "diskFull" && refused.optionIDs.contains("freeSpace"))
    #expect(refused.failure?["presentation"] as? String == "alert")
    try expectShown("b", last, "diskFull", by: daemon)
    #expect(try daemon.refresh("b", text(1_000)).result != nil)
    #expect(try daemon.store["problem"] == nil)
    #expect(try daemon.state("a")["value"] as? String != nil)
    try daemon.end()
  }

  private static let canMount = Launchers.succeeds(
    Launchers.mounts("mount -t tmpfs none /mnt || exit 99") + ["true"])

  /// A log that has to grow to its usual length would leave no room for the database.
  @Test(.enabled(if: canMount))
  func `a small disk is not filled by the log`() throws {
    let mount = Launchers.mounts("mount -t tmpfs -o size=600k none /mnt || exit 99")
    let daemon = try StoreDaemon(folder, store: "/mnt/store", launcher: mount)
    for number in 0..<10 { #expect(try daemon.refresh("a", text(50_000 + number)).result != nil) }
    for number in 0..<40 { #expect(try daemon.refresh("b", text(1_000 + number)).result != nil) }
    #expect(try daemon.store["failures"] as? Int == 0)
    try daemon.end()
  }

  /// Something else fills the disk when the log has become long.
  @Test(.enabled(if: canMount))
  func `space can be freed on a disk that the log has filled`() throws {
    let mount = Launchers.mounts("mount -t tmpfs -o size=400k none /mnt || exit 99")
    let daemon = try StoreDaemon(folder, store: "/mnt/store", launcher: mount)
    let refused = try daemon.refusal("a") { text(100_000 + $0) }
    #expect(refused.kind == "diskFull")
    let freed = try daemon.process.call("retry", #"{"optionId":"freeSpace"}"#)
    #expect(freed.result?["recovered"] as? Bool == true, "\(freed)")
    #expect(try daemon.store["problem"] == nil)
    try daemon.end()
  }

  @Test(arguments: ["rm -r FOLDER", "mv FOLDER FOLDER.away", "rm FOLDER/statusd.sqlite*"])
  func `what is kept after the store was removed is there after a restart`(command: String) throws {
    let daemon = try StoreDaemon(folder)
    #expect(try daemon.refresh("a", "[1]").result != nil)
    // A value may still wait for the store's thread; what is read from the file comes after it. On a busy machine that
    // may take longer than such a question waits.
    while try daemon.process.call("getHistory", #"{"resource":"a"}"#).result == nil {}
    _ = try Shell.output(
      "/bin/sh", ["-c", command.replacing("FOLDER", with: folder.path("store"))])
    #expect(try daemon.refresh("a", "[2]").result != nil)
    #expect(try daemon.refresh("b", "[3]").result != nil)
    let store = try daemon.store
    #expect(store["failures"] as? Int == 0 && store["problem"] == nil)
    #expect(try daemon.end().contains("the file of the store was removed or replaced, and is opened anew"))
    let next = try StoreDaemon(folder)
    #expect(try next.state("a")["value"] as? [Int] == [2] && next.state("b")["value"] as? [Int] == [3])
  }

  @Test func `a disk that does not respond leaves no question unanswered`() throws {
    try keep()
    let journal = file + "-journal"
    #expect(mkfifo(journal, 0o600) == 0)
    let daemon = try StoreDaemon(folder, ["--drain-timeout", "0"])
    let answer = try daemon.process.call("getHistory", #"{"resource":"a"}"#)
    #expect(answer.kind == "storeUnwritable" && answer.detail?["reason"] as? String == "slow")
    #expect(try daemon.store["problem"] as? String == "storeUnwritable")
    try folder.write("[2]", to: "a.json")
    let refused = try daemon.process.call("refresh", #"{"resource":"a","timeout":0.1}"#)
    #expect(refused.detail?["reason"] as? String == "slow")
    try expectShown("a", "[2]", "storeUnwritable", by: daemon)
    try daemon.end()
  }

  @Test func `a limit of the file's size is a full disk`() throws {
    let limit = ["/usr/bin/prlimit", "--fsize=200000"]
    let daemon = try StoreDaemon(folder, launcher: limit)
    #expect(try daemon.refresh("a", text(1_000)).result != nil)
    #expect(try daemon.refusal("b") { text(300_000 + $0) }.kind == "diskFull")
    #expect(try daemon.refresh("b", text(2_000)).result != nil)
    try daemon.end()
    #expect(try (StoreDaemon(folder).state("b")["value"] as? String)?.utf8.count == 1_998)
  }

  @Test func `two daemons share a store`() throws {
    let daemons = try [StoreDaemon(folder), StoreDaemon(folder)]
    for number in 1...20 {
      #expect(try daemons[number % 2].refresh(["a", "b"][number % 2], "[\(number)]").result != nil)
    }
    for daemon in daemons {
      #expect(try daemon.store["failures"] as? Int == 0)
      try daemon.end()
    }
    let third = try StoreDaemon(folder)
    #expect(try third.state("a")["value"] as? [Int] == [20] && third.state("b")["value"] as? [Int] == [19])
    #expect(try third.samples("a").count == 10)
  }

  /// As on a network mount whose server has no lock manager.
  @Test func `a file system without locks fails the fetch`() throws {
    let library = folder.path("nolocks.so")
    try folder.write(Self.withoutLocks, to: "nolocks.c")
    _ = try Shell.output("clang", ["-shared", "-fPIC", "-o", library, folder.path("nolocks.c")])
    let daemon = try StoreDaemon(folder, launcher: ["/usr/bin/env", "LD_PRELOAD=\(library)"])
    let refused = try daemon.refusal("a") { "[1,\($0)]" }
    #expect(refused.kind == "storeUnwritable" && refused.detail?["reason"] as? String == "locked")
    try daemon.end()
  }

  /// fcntl(2) that refuses every lock, for programs that are built for large files too.
  private static let withoutLocks = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <stdarg.h>
    static int call(const char *name, int descriptor, int command, void *argument) {
      if (command == F_SETLK || command == F_SETLKW) { errno = ENOLCK; return -1; }
      return ((int (*)(int, int, ...))dlsym(RTLD_NEXT, name))(descriptor, command, argument);
    }
    #define WRAP(name) \\
      int name(int descriptor, int command, ...) { \\
        va_list list; va_start(list, command); void *argument = va_arg(list, void *); va_end(list); \\
        return call(#name, descriptor, command, argument); }
    WRAP(fcntl)
    WRAP(fcntl64)
    """
}
