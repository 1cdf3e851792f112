// swift-tools-version: 6.2

import PackageDescription

// The tests of code behind traits. The traits are off by default, so that the package itself does not fetch their
// dependencies.
let package = Package(
  name: "adapters",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "rollcall", path: "../..", traits: ["Services", "Observability"]),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
  ],
  targets: [
    .testTarget(
      name: "RollcallObservabilityTests",
      dependencies: [
        .product(name: "ModuleLifecycle", package: "rollcall"),
        .product(name: "RollcallObservability", package: "rollcall"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
      ]),
    .testTarget(
      name: "RollcallServicesTests",
      dependencies: [
        .product(name: "ModuleLifecycle", package: "rollcall"),
        .product(name: "RollcallRecordings", package: "rollcall"),
        .product(name: "RollcallServices", package: "rollcall"),
        .product(name: "RollcallInspection", package: "rollcall"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        .product(name: "Logging", package: "swift-log"),
      ]),
  ]
)

let warnings: [SwiftSetting] =
  Context.environment["ROLLCALL_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

for target in package.targets {
  target.swiftSettings =
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .strictMemorySafety(),
    ] + warnings
}
