// swift-tools-version: 6.2

import PackageDescription

// Compiles and tests UIKitForwarding where there is no UIKit, against stand-ins. The stand-ins are written from Apple's
// public documentation and have what the forwarder and the pages use. The sources are linked from the folder above, to
// compile them with another flag.
let package = Package(
  name: "uikit",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "TextFormatting", path: "Rollcall/TextFormatting"),
    .target(name: "ModuleLifecycle", dependencies: ["TextFormatting"], path: "Rollcall/ModuleLifecycle"),
    .target(
      name: "FoundationAdapters", dependencies: ["ModuleLifecycle", "TextFormatting"],
      path: "Rollcall/FoundationAdapters"),
    .target(name: "UIKit", dependencies: ["UserNotifications"]),
    .target(name: "UserNotifications"),
    .target(name: "SwiftUI", dependencies: ["UIKit"]),
    .target(
      name: "UIKitForwarding", dependencies: ["ModuleLifecycle", "UIKit", "UserNotifications"],
      path: "Rollcall/UIKitForwarding", swiftSettings: [.define("UIKIT_STAND_IN")]),
    .target(
      name: "Snippets", dependencies: ["ModuleLifecycle", "UIKit", "UserNotifications", "SwiftUI", "UIKitForwarding"]),
    .testTarget(
      name: "ForwarderTests",
      dependencies: ["ModuleLifecycle", "UIKit", "UserNotifications", "UIKitForwarding", "Snippets"],
      // Testing has overlays for UIKit, which do not exist for a stand-in.
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]),
  ]
)

let warnings: [SwiftSetting] =
  Context.environment["ROLLCALL_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .strictMemorySafety(),
    ] + warnings
}
