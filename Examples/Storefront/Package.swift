// swift-tools-version: 6.2

import PackageDescription

let warnings: [SwiftSetting] =
  Context.environment["ROLLCALL_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

// An app's own settings: less strict than those of Rollcall.
let appSettings: [SwiftSetting] =
  [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")] + warnings

let products = [
  "ModuleLifecycle", "RollcallFoundation", "RollcallUIKit", "RollcallInspection", "ModuleLifecycleTesting",
]

// On Linux there is no UIKit. There, Rollcall's sources are compiled in this package, against the stand-ins for UIKit that
// Rollcall's own tests use.
#if os(Linux)
let libraries = products.map { Target.Dependency.target(name: $0) } + ["UIKit"]
let dependencies: [Package.Dependency] = []
let targets: [Target] = {
  let settings: [SwiftSetting] =
    [
      .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .strictMemorySafety(),
    ] + warnings
  func rollcall(_ name: String, _ dependencies: [String] = [], _ more: [SwiftSetting] = []) -> Target {
    .target(
      name: name, dependencies: dependencies.map { .target(name: $0) }, path: "Rollcall/\(name)",
      swiftSettings: settings + more)
  }
  return [
    .target(
      name: "UIKit", dependencies: ["UserNotifications"], path: "StandIns/UIKit", swiftSettings: settings),
    .target(name: "UserNotifications", path: "StandIns/UserNotifications", swiftSettings: settings),
    .target(name: "RollcallCSockets", path: "Rollcall/RollcallCSockets"),
    rollcall("RollcallTextFormatting"),
    rollcall("ModuleLifecycle", ["RollcallTextFormatting"]),
    rollcall("RollcallFoundation", ["ModuleLifecycle", "RollcallTextFormatting"]),
    rollcall("RollcallEventArguments", ["ModuleLifecycle"]),
    rollcall("RollcallRecordings", ["ModuleLifecycle", "RollcallTextFormatting"]),
    rollcall("RollcallLaunches", ["ModuleLifecycle", "RollcallTextFormatting"]),
    rollcall("ModuleLifecycleTesting", ["ModuleLifecycle", "RollcallRecordings", "RollcallTextFormatting"]),
    rollcall(
      "RollcallInspection",
      [
        "ModuleLifecycle", "RollcallEventArguments", "RollcallRecordings", "RollcallLaunches", "RollcallTextFormatting",
        "RollcallCSockets",
      ]),
    rollcall("RollcallUIKit", ["ModuleLifecycle", "UIKit", "UserNotifications"], [.define("UIKIT_STAND_IN")]),
  ]
}()
#else
let libraries = products.map { Target.Dependency.product(name: $0, package: "rollcall") }
let dependencies: [Package.Dependency] = [.package(name: "rollcall", path: "../..", traits: [])]
let targets: [Target] = []
#endif

let steps = (1...6).map { "Step\($0)" }

let package = Package(
  name: "storefront",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: dependencies,
  targets: targets
    + [
      .target(name: "Services", swiftSettings: appSettings),
      .target(name: "Before", dependencies: ["Services"] + libraries, swiftSettings: appSettings),
    ]
    + steps.map { step in
      // SwiftPM puts no Info.plist into an app.
      .target(
        name: step, dependencies: ["Services"] + libraries, exclude: step == "Step6" ? ["Info.plist"] : [],
        swiftSettings: appSettings)
    }
    + [
      .testTarget(
        name: "StorefrontTests",
        dependencies: ["Services", "Before"] + steps.map { .target(name: $0) } + libraries,
        // Testing has additions for UIKit that the stand-ins don't support.
        swiftSettings: appSettings + [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])])
    ]
)
