// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "rollcall",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "ModuleLifecycle", targets: ["ModuleLifecycle"]),
    .library(name: "FoundationAdapters", targets: ["FoundationAdapters"]),
    .library(name: "UIKitForwarding", targets: ["UIKitForwarding"]),
    .library(name: "ModuleLifecycleTesting", targets: ["ModuleLifecycleTesting"]),
    .library(name: "ModuleRegistration", targets: ["ModuleRegistration"]),
    .library(name: "Recordings", targets: ["Recordings"]),
    .library(name: "TerminalDashboard", targets: ["TerminalDashboard"]),
    .executable(name: "rollcall", targets: ["rollcall"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
  ],
  targets: [
    // The ground: the library that an app links, its test kit, and the screen's system library.
    .target(name: "ModuleLifecycle"),
    .target(name: "ModuleLifecycleTesting", dependencies: ["ModuleLifecycle"]),
    .target(name: "FoundationAdapters", dependencies: ["ModuleLifecycle"]),
    .target(name: "UIKitForwarding", dependencies: ["ModuleLifecycle"]),
    .systemLibrary(
      name: "CNcurses",
      providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]
    ),

    // First floor: modules from a map; recordings; what every screen is made of.
    .target(
      name: "ModuleRegistration",
      dependencies: ["ModuleLifecycle", "TerminalUI", .product(name: "Yams", package: "Yams")]
    ),
    .target(
      name: "SampleModules",
      dependencies: [
        "ModuleLifecycle", "FoundationAdapters", "ModuleRegistration",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]
    ),
    .target(name: "Recordings", dependencies: ["ModuleLifecycle"]),
    .target(name: "DelegateLab", dependencies: ["ModuleLifecycle", "FoundationAdapters"]),
    .target(name: "TerminalUI"),

    // Second floor: recordings in other formats; the product's screen, and the terminal that shows it.
    .target(name: "Exports", dependencies: ["ModuleLifecycle", "Recordings", "TerminalUI"]),
    .target(
      name: "Dashboard",
      dependencies: [
        "ModuleLifecycle", "Recordings", "TerminalUI",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ]
    ),
    .target(
      name: "CursesTerminal",
      dependencies: ["TerminalUI", "CNcurses"],
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]
    ),

    // The roof: one call that wires a composite to a terminal, and the commands.
    .target(
      name: "TerminalDashboard",
      dependencies: [
        "ModuleLifecycle", "Recordings", "Exports", "DelegateLab", "TerminalUI", "Dashboard", "CursesTerminal",
      ]
    ),
    .executableTarget(
      name: "rollcall",
      dependencies: [
        "ModuleLifecycle", "ModuleRegistration", "SampleModules", "DelegateLab", "Recordings", "Exports", "TerminalUI",
        "Dashboard", "TerminalDashboard",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "OrderedCollections", package: "swift-collections"),
      ]
    ),

    .testTarget(name: "ModuleLifecycleTests", dependencies: ["ModuleLifecycle", "ModuleLifecycleTesting"]),
    .testTarget(
      name: "ModuleLifecycleTestingTests", dependencies: ["ModuleLifecycle", "ModuleLifecycleTesting"]),
    .testTarget(
      name: "FoundationAdaptersTests",
      dependencies: ["ModuleLifecycle", "ModuleLifecycleTesting", "FoundationAdapters"]),
    .testTarget(name: "UIKitForwardingTests", dependencies: ["ModuleLifecycle", "UIKitForwarding"]),
    .testTarget(
      name: "ModuleRegistrationTests",
      dependencies: ["ModuleLifecycle", "ModuleLifecycleTesting", "ModuleRegistration"]),
    .testTarget(
      name: "SampleModulesTests",
      dependencies: ["ModuleLifecycle", "ModuleLifecycleTesting", "ModuleRegistration", "SampleModules"]),
    .testTarget(
      name: "RecordingsTests",
      dependencies: ["ModuleLifecycle", "ModuleLifecycleTesting", "TerminalUI", "Dashboard", "Recordings"]),
    .testTarget(name: "DelegateLabTests", dependencies: ["ModuleLifecycle", "DelegateLab"]),
    .testTarget(name: "TerminalUITests", dependencies: ["TerminalUI"]),
    .testTarget(
      name: "DashboardTests",
      dependencies: [
        "ModuleLifecycle", "ModuleLifecycleTesting", "Recordings", "TerminalUI", "Dashboard", "TerminalDashboard",
      ],
      exclude: ["Goldens"]),
    .testTarget(name: "ExportsTests", dependencies: ["ModuleLifecycle", "Recordings", "TerminalUI", "Exports"]),
    .testTarget(name: "CursesTerminalTests", dependencies: ["TerminalUI", "CursesTerminal", "CNcurses"]),
    .testTarget(
      name: "TerminalDashboardTests",
      dependencies: [
        "ModuleLifecycle", "ModuleLifecycleTesting", "FoundationAdapters", "Recordings", "TerminalUI", "Dashboard",
        "CursesTerminal", "TerminalDashboard",
      ]),
    .testTarget(name: "RollcallTests", dependencies: ["rollcall"]),
  ]
)

for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),  // SE-0335: `any` is written out.
      .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444: a member needs its module's import.
      .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409: exposed dependencies say `public import`.
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461: async helpers stay on their caller's actor.
      .strictMemorySafety(),  // SE-0458: what is unsafe says so.
      .treatAllWarnings(as: .error),
    ]
}
