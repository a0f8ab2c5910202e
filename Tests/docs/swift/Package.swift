// swift-tools-version: 6.2
// What the fragments of README.md of clients/swift are compiled in, and run.
import PackageDescription

let package = Package(
  name: "fragments",
  platforms: [.macOS(.v14)],
  dependencies: [.package(path: "/usr/share/statusd/clients/swift")],
  targets: [
    .target(name: "Toolkit"),
    .executableTarget(
      name: "fragments",
      dependencies: ["Toolkit", .product(name: "StatusdClient", package: "swift")]),
    .testTarget(
      name: "MenuTests", dependencies: [.product(name: "StatusdTesting", package: "swift")]),
  ]
)
