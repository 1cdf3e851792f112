// swift-tools-version: 6.2

import PackageDescription

// Where there is no UIKit, the example is compiled against the stand-ins that the package's own tests use.
#if os(Linux)
let source = Package.Dependency.package(name: "uikit", path: "../../Tests/UIKit")
let libraries: [Target.Dependency] = [.product(name: "StandIns", package: "uikit")]
#else
let source = Package.Dependency.package(name: "rollcall", path: "../..", traits: [])
let libraries: [Target.Dependency] = ["ModuleLifecycle", "FoundationAdapters", "UIKitForwarding"].map {
  .product(name: $0, package: "rollcall")
}
#endif

let package = Package(
  name: "storefront",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [source],
  targets: [
    .target(name: "Services"),
    .target(name: "Before", dependencies: ["Services"] + libraries),
    .target(name: "Halfway", dependencies: ["Services", "Before"] + libraries),
    .target(name: "After", dependencies: ["Services"] + libraries),
    .testTarget(
      name: "StorefrontTests", dependencies: ["Services", "Before", "Halfway", "After"] + libraries,
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]),
  ]
)

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
      .treatAllWarnings(as: .error),
    ]
}
