// swift-tools-version: 6.2
// The clients of statusd for Swift. Needs nothing but the toolchain.
import PackageDescription

let package = Package(
  name: "statusd-client",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "StatusdClient", targets: ["StatusdClient"]),
    .library(name: "StatusdScreen", targets: ["StatusdScreen"]),
    .library(name: "StatusdTesting", targets: ["StatusdTesting"]),
  ],
  targets: [
    // The objects of the wire; Generated is written by scripts/schema.
    .target(name: "StatusdTypes"),
    .testTarget(name: "StatusdTypesTests", dependencies: ["StatusdTypes", "TestSupport"]),

    // A screen of the daemon over any transport, for SwiftUI and whatever else observes.
    .target(name: "StatusdScreen", dependencies: ["StatusdTypes"]),
    .testTarget(
      name: "StatusdScreenTests",
      dependencies: ["StatusdClient", "StatusdScreen", "StatusdTypes", "TestSupport"]),

    // What starts a process, and Swift's modules of C leave out.
    .target(name: "CSpawn"),
    .target(name: "StatusdClient", dependencies: ["CSpawn", "StatusdScreen", "StatusdTypes"]),
    .testTarget(name: "StatusdClientTests", dependencies: ["StatusdClient", "StatusdTypes", "TestSupport"]),

    // A daemon in a test's hands, and the seven tests that every app of its kind is asked for.
    .target(name: "StatusdTesting", dependencies: ["StatusdClient", "StatusdScreen", "StatusdTypes"]),
    .testTarget(name: "StatusdTestingTests", dependencies: ["StatusdTesting", "TestSupport"]),
    .testTarget(name: "SeedTests", dependencies: ["StatusdTesting"], path: "Examples/SeedTests"),

    // The models and views of small apps, and the program that shows them.
    .target(
      name: "SeedApps", dependencies: ["StatusdClient", "StatusdScreen", "StatusdTypes"],
      path: "Examples/SeedApps/Apps"),
    .executableTarget(
      name: "seed-apps", dependencies: ["SeedApps", "StatusdClient", "StatusdScreen"],
      path: "Examples/SeedApps/Program"),
    .testTarget(
      name: "SeedAppsTests", dependencies: ["SeedApps", "StatusdClient", "StatusdScreen", "TestSupport"],
      path: "Examples/SeedApps/Tests"),

    // A list, and one of its entries by an id, in under 40 lines.
    .executableTarget(name: "posts", dependencies: ["StatusdClient"], path: "Examples/Posts/Program"),
    .testTarget(
      name: "PostsTests", dependencies: ["posts", "StatusdTesting", "TestSupport"],
      path: "Examples/Posts/Tests"
    ),

    // What the kit plays its cases with (schema/client).
    .executableTarget(
      name: "kit-driver", dependencies: ["StatusdClient", "StatusdScreen", "TestSupport"],
      path: "Tests/KitDriver"),

    .target(
      name: "TestSupport", dependencies: ["StatusdClient", "StatusdScreen", "StatusdTypes"],
      path: "Tests/TestSupport"),
  ]
)

/// What the compiler is asked to hold, as in the daemon's own package.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

for target in package.targets where target.name != "CSpawn" {
  target.swiftSettings = target.type == .test ? settings : settings + [.strictMemorySafety()]
}
