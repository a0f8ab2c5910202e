// swift-tools-version: 6.2
// The daemon's modules once more, instrumented, and the targets that feed them. README.md says why the
// sources are compiled here and not taken from the package above.
import PackageDescription

let package = Package(
  name: "Fuzz",
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
  ],
  targets: [
    // MARK: The daemon

    .systemLibrary(name: "CCurl", path: "Daemon/CCurl"),
    .systemLibrary(name: "CExpat", path: "Daemon/CExpat"),
    .systemLibrary(name: "CJansson", path: "Daemon/CJansson", pkgConfig: "jansson"),
    .systemLibrary(name: "CLinux", path: "Daemon/CLinux"),
    .systemLibrary(name: "CSQLite", path: "Daemon/CSQLite"),
    .target(name: "CProcess", path: "Daemon/CProcess"),
    .target(name: "CSchema", path: "Daemon/CSchema"),
    .target(name: "Text", path: "Daemon/Text"),
    .target(name: "Jansson", dependencies: ["CJansson", "Text"], path: "Daemon/Jansson"),
    .target(
      name: "Reactor",
      dependencies: [
        "CLinux",
        "CProcess",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ], path: "Daemon/Reactor"),
    .target(name: "Store", dependencies: ["CSQLite", "Reactor"], path: "Daemon/Store"),
    .target(name: "JSONRPC", dependencies: ["Jansson", "Text"], path: "Daemon/JSONRPC"),
    .target(
      name: "StatusCore",
      dependencies: [.product(name: "HeapModule", package: "swift-collections")],
      path: "Daemon/StatusCore"),
    .target(name: "Presenter", dependencies: ["StatusCore"], path: "Daemon/Presenter"),
    .target(
      name: "Providers",
      dependencies: [
        "CCurl", "CExpat", "Jansson", "Reactor", "StatusCore", "Text",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Daemon/Providers"),
    .target(
      name: "Engine",
      dependencies: [
        "Providers", "Reactor", "StatusCore", "Store", "Text",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      path: "Daemon/Engine"),
    .target(
      name: "CTOML", path: "Daemon/CTOML",
      cxxSettings: [.unsafeFlags(["-fsanitize=address", "-fsanitize=fuzzer-no-link"])]),
    .target(
      name: "Settings", dependencies: ["CTOML", "Engine", "Jansson", "Providers", "StatusCore", "Text"],
      path: "Daemon/Settings"),
    .target(
      name: "StatusServer",
      dependencies: [
        "CSchema", "Engine", "JSONRPC", "Jansson", "Presenter", "Reactor", "StatusCore", "Text",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ], path: "Daemon/StatusServer"),

    // MARK: What must hold, and what feeds it

    .target(
      name: "Invariants",
      dependencies: [
        "Engine", "JSONRPC", "Jansson", "Providers", "Reactor", "Settings", "StatusCore", "StatusServer",
        "Text",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .systemLibrary(name: "CLibFuzzer"),
    .target(name: "LibFuzzer", dependencies: ["CLibFuzzer"]),
    .executableTarget(name: "FuzzAddresses", dependencies: ["Invariants", "LibFuzzer"]),
    .executableTarget(name: "FuzzConfiguration", dependencies: ["Invariants", "LibFuzzer"]),
    .executableTarget(name: "FuzzFrames", dependencies: ["Invariants", "LibFuzzer"]),
    .executableTarget(name: "FuzzLookups", dependencies: ["Invariants", "LibFuzzer"]),
    .executableTarget(name: "FuzzMessages", dependencies: ["Invariants", "LibFuzzer"]),
    .executableTarget(name: "FuzzOpenings", dependencies: ["Invariants", "LibFuzzer"]),
    .executableTarget(name: "FuzzSeeds", dependencies: ["Invariants"]),
    .executableTarget(name: "FuzzSession", dependencies: ["Invariants", "LibFuzzer"]),
    .executableTarget(name: "FuzzSources", dependencies: ["Invariants", "LibFuzzer"]),
  ],
  cxxLanguageStandard: .cxx17
)

/// As in the package above, but for the warnings, which are its affair.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// AddressSanitizer, and `@testable` in an optimised build whose assertions stay on.
let checks: [SwiftSetting] = [
  .unsafeFlags(["-sanitize=address", "-enable-testing", "-assert-config", "Debug"])
]
/// Counters for libFuzzer in the daemon's modules alone: what judges them is no coverage of theirs.
let counters: [SwiftSetting] = [.unsafeFlags(["-sanitize=fuzzer"])]
let daemon = [
  "Text", "Jansson", "Reactor", "Store", "JSONRPC", "StatusCore", "Presenter", "Providers", "Engine",
  "Settings",
  "StatusServer",
]

for target in package.targets {
  switch target.type {
  case .regular where daemon.contains(target.name): target.swiftSettings = settings + checks + counters
  case .regular where !["CProcess", "CSchema", "CTOML"].contains(target.name):
    target.swiftSettings = settings + checks
  case .executable:
    target.swiftSettings = settings + checks
    target.linkerSettings = [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]
  default: break
  }
}
