// swift-tools-version: 6.2
// One section for each target and its tests, in the order of the layers: C shims, foundations, domain,
// composition, executable. Dependencies stand on lines of their own, sorted.
import PackageDescription

let package = Package(
  name: "statusd",
  products: [
    .executable(name: "statusd", targets: ["statusd"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
  ],
  targets: [
    // MARK: C

    // libcurl's types and a table of the functions used, filled by dlopen at the first HTTP request.
    // No pkgConfig on purpose: it would link the library into every start.
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(name: "CLinux"),
    // SQLite's types and a table of the functions used, filled by dlopen when a store is opened; not linked either.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    // What runs before main or inside a signal handler.
    .target(name: "CProcess"),
    // The files of schema/ as bytes in the binary.
    .target(name: "CSchema"),
    // A walk over what toml++ has read; Debian's libtomlplusplus-dev is headers, compiled in here.
    .target(name: "CTOML"),

    // MARK: Foundations

    .target(name: "Text"),
    .testTarget(name: "TextTests", dependencies: ["Text", "TestSupport"]),

    .target(name: "Jansson", dependencies: ["CJansson", "Text"]),
    .testTarget(name: "JanssonTests", dependencies: ["Jansson", "TestSupport"]),

    .target(
      name: "Reactor",
      dependencies: [
        "CLinux",
        "CProcess",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ]),
    .testTarget(
      name: "ReactorTests", dependencies: ["CLinux", "CProcess", "Reactor", "TestSupport"]),

    // Values and their history on disk, as bytes.
    .target(name: "Store", dependencies: ["CSQLite", "Reactor"]),
    .testTarget(name: "StoreTests", dependencies: ["Reactor", "Store", "TestSupport"]),

    .target(name: "JSONRPC", dependencies: ["Jansson", "Text"]),
    .testTarget(name: "JSONRPCTests", dependencies: ["Jansson", "JSONRPC", "TestSupport", "Text"]),

    // MARK: Domain

    .target(
      name: "StatusCore",
      dependencies: [
        .product(name: "HeapModule", package: "swift-collections")
      ]),
    .testTarget(name: "StatusCoreTests", dependencies: ["StatusCore", "Jansson"]),

    // What a person sees of it: phases, buttons and words, as values.
    .target(name: "Presenter", dependencies: ["StatusCore"]),
    .testTarget(name: "PresenterTests", dependencies: ["Presenter", "StatusCore"]),

    .target(
      name: "Providers",
      dependencies: [
        "CCurl",
        "CExpat",
        "Jansson",
        "Reactor",
        "StatusCore",
        "Text",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "ProvidersTests",
      dependencies: ["CCurl", "Jansson", "Providers", "Reactor", "StatusCore", "TestSupport"]),

    // Resources, recoveries, location and failures: no JSON-RPC and no single client.
    .target(
      name: "Engine",
      dependencies: [
        "Providers",
        "Reactor",
        "StatusCore",
        "Store",
        "Text",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ]),
    .testTarget(
      name: "EngineTests",
      dependencies: [
        "Engine",
        "EngineTestSupport",
        "Providers",
        "Reactor",
        "StatusCore",
        "Store",
        "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ]),
    // Sources, stores and networks that do what a test says.
    .target(
      name: "EngineTestSupport",
      dependencies: ["Engine", "Providers", "Reactor", "StatusCore"], path: "Tests/EngineTestSupport"),

    .target(
      name: "Settings", dependencies: ["CTOML", "Engine", "Jansson", "Providers", "StatusCore", "Text"]),
    .testTarget(
      name: "SettingsTests",
      dependencies: [
        "Engine",
        "Jansson",
        "Providers",
        "Reactor",
        "Settings",
        "StatusCore",
        "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ]),

    // MARK: Wire

    .target(
      name: "StatusServer",
      dependencies: [
        "CSchema",
        "Engine",
        "JSONRPC",
        "Jansson",
        "Presenter",
        "Reactor",
        "StatusCore",
        "Text",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ]),
    .testTarget(
      name: "StatusServerTests",
      dependencies: [
        "Engine",
        "EngineTestSupport",
        "JSONRPC",
        "Jansson",
        "Presenter",
        "Providers",
        "Reactor",
        "StatusCore",
        "StatusServer",
        "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ]),

    // MARK: Measuring

    // Many pollers over an outage, for docs/scaling.md; `scripts/bench --only outage` runs it.
    .executableTarget(
      name: "outage",
      dependencies: [
        "StatusCore",
        .product(name: "HeapModule", package: "swift-collections"),
      ], path: "Benchmarks/outage"),

    // MARK: Executable

    .executableTarget(
      name: "statusd",
      dependencies: [
        "Engine",
        "JSONRPC",
        "Jansson",
        "Presenter",
        "Providers",
        "Reactor",
        "Settings",
        "StatusCore",
        "StatusServer",
        "Store",
        "Text",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "ProcessTests",
      dependencies: [
        "Engine",
        "Jansson",
        "Presenter",
        "Providers",
        "Reactor",
        "Settings",
        "StatusServer",
        "Store",
        "TestSupport",
        "statusd",
      ]),

    .testTarget(name: "TranscriptTests", dependencies: ["TestSupport", "statusd"], exclude: ["Transcripts"]),

    // What fuzzing holds the daemon to (Fuzz/README.md), held against the inputs that it has left behind.
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "Engine",
        "JSONRPC",
        "Jansson",
        "Providers",
        "Reactor",
        "Settings",
        "StatusCore",
        "StatusServer",
        "TestSupport",
        "Text",
        .product(name: "Logging", package: "swift-log"),
      ]),

    .target(name: "TestSupport", dependencies: ["CLinux", "Reactor"], path: "Tests/TestSupport"),
  ],
  cxxLanguageStandard: .cxx17
)

/// What the compiler is asked to hold for every Swift target of ours.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
  .enableUpcomingFeature("ExistentialAny"),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
  .enableUpcomingFeature("InternalImportsByDefault"),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
  .enableUpcomingFeature("MemberImportVisibility"),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

for target in package.targets {
  switch target.type {
  case .regular where ["CProcess", "CSchema", "CTOML"].contains(target.name): break
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0458-strict-memory-safety.md
  case .regular, .executable: target.swiftSettings = settings + [.strictMemorySafety()]
  case .test: target.swiftSettings = settings
  default: break
  }
}
