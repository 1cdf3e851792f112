// swift-tools-version: 6.2
import PackageDescription

/// A shop whose launch is slow, before and after what `rollcall explain` suggests; and an application with known times.
let package = Package(
  name: "SlowLaunch",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "rollcall", path: "../..", traits: [])],
  targets: [
    .target(
      name: "Shop",
      dependencies: [
        .product(name: "ModuleLifecycle", package: "rollcall"),
        .product(name: "RollcallExperiments", package: "rollcall"),
        .product(name: "RollcallRecordings", package: "rollcall"),
      ]),
    .executableTarget(name: "before", dependencies: ["Shop"]),
    .executableTarget(name: "after", dependencies: ["Shop"]),
    .executableTarget(name: "thirty", dependencies: ["Shop"]),
  ])
