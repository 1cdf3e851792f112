// swift-tools-version: 6.2

import PackageDescription

// Compiles and tests RollcallUIKit where there is no UIKit, against stand-ins. The stand-ins are written from Apple's
// public documentation and have what the forwarder and the pages use. The sources are linked from the folder above, to
// compile them with another flag.
let package = Package(
  name: "uikit",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "RollcallTextFormatting", path: "Rollcall/RollcallTextFormatting"),
    .target(name: "ModuleLifecycle", dependencies: ["RollcallTextFormatting"], path: "Rollcall/ModuleLifecycle"),
    .target(
      name: "RollcallFoundation", dependencies: ["ModuleLifecycle", "RollcallTextFormatting"],
      path: "Rollcall/RollcallFoundation"),
    .target(name: "UIKit", dependencies: ["UserNotifications"]),
    .target(name: "UserNotifications"),
    .target(name: "SwiftUI", dependencies: ["UIKit"]),
    .target(
      name: "RollcallUIKit", dependencies: ["ModuleLifecycle", "UIKit", "UserNotifications"],
      path: "Rollcall/RollcallUIKit", swiftSettings: [.define("UIKIT_STAND_IN")]),
    .target(
      name: "Snippets", dependencies: ["ModuleLifecycle", "UIKit", "UserNotifications", "SwiftUI", "RollcallUIKit"]),
    .testTarget(
      name: "ForwarderTests",
      dependencies: ["ModuleLifecycle", "UIKit", "UserNotifications", "RollcallUIKit", "Snippets"],
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
