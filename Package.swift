// swift-tools-version: 6.2

import PackageDescription

// Third-party code is behind traits. A package that links only the library fetches none of it.
let commandLine = TargetDependencyCondition.when(traits: ["CommandLine"])
let maps = TargetDependencyCondition.when(traits: ["Maps"])
let services = TargetDependencyCondition.when(traits: ["Services"])
let observability = TargetDependencyCondition.when(traits: ["Observability"])

let package = Package(
  name: "rollcall",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "ModuleLifecycle", targets: ["ModuleLifecycle"]),
    .library(name: "ModuleExperiments", targets: ["ModuleExperiments"]),
    .library(name: "DelegateReferences", targets: ["DelegateReferences"]),
    .library(name: "EventArguments", targets: ["EventArguments"]),
    .library(name: "StartupTasks", targets: ["StartupTasks"]),
    .library(name: "FoundationAdapters", targets: ["FoundationAdapters"]),
    .library(name: "UIKitForwarding", targets: ["UIKitForwarding"]),
    .library(name: "LifecycleObservability", targets: ["LifecycleObservability"]),
    .library(name: "LifecycleServices", targets: ["LifecycleServices"]),
    .library(name: "ModuleLifecycleTesting", targets: ["ModuleLifecycleTesting"]),
    .library(name: "ModuleRegistration", targets: ["ModuleRegistration"]),
    .library(name: "Recordings", targets: ["Recordings"]),
    .library(name: "Inspection", targets: ["Inspection"]),
    .library(name: "TerminalDashboard", targets: ["TerminalDashboard"]),
    .executable(name: "rollcall", targets: ["rollcall"]),
  ],
  traits: [
    .trait(name: "CommandLine", description: "The program, and the dashboard in one call.", enabledTraits: ["Maps"]),
    .trait(name: "Maps", description: "Modules from a Modules.map."),
    .trait(name: "Services", description: "Composites and services in a ServiceGroup."),
    .trait(name: "Observability", description: "Spans, metrics and log lines of a composite."),
    .default(enabledTraits: ["CommandLine", "Maps"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
  ],
  targets: [
    // Below all floors: text formatting, which imports no other target.
    .target(name: "TextFormatting"),

    // Ground floor: the library that an app links, the libraries beside it, and the screen's system library.
    .target(name: "ModuleLifecycle", dependencies: ["TextFormatting"]),
    .target(name: "ModuleExperiments", dependencies: ["ModuleLifecycle", "TextFormatting"]),
    .target(name: "DelegateReferences", dependencies: ["ModuleLifecycle"]),
    .target(name: "EventArguments", dependencies: ["ModuleLifecycle", "TextFormatting"]),
    .target(name: "StartupTasks", dependencies: ["ModuleLifecycle"]),
    .target(name: "FoundationAdapters", dependencies: ["ModuleLifecycle", "TextFormatting"]),
    .target(name: "UIKitForwarding", dependencies: ["ModuleLifecycle"]),
    .target(
      name: "LifecycleObservability",
      dependencies: [
        "ModuleLifecycle",
        .product(name: "Logging", package: "swift-log", condition: observability),
        .product(name: "CoreMetrics", package: "swift-metrics", condition: observability),
        .product(name: "Instrumentation", package: "swift-distributed-tracing", condition: observability),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: observability),
      ]
    ),
    .target(
      name: "LifecycleServices",
      dependencies: [
        "ModuleLifecycle", "TextFormatting",
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: services),
      ]
    ),
    .systemLibrary(
      name: "CNcurses",
      providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]
    ),

    // The parts of sockets that Swift does not import: only headers, without a library.
    .systemLibrary(name: "CInspection"),

    // First floor: modules from a map; recordings; the entrance for inspectors; the parts of every screen.
    .target(
      name: "ModuleRegistration",
      dependencies: [
        "ModuleLifecycle", "ModuleExperiments", "DelegateReferences", "EventArguments", "Recordings", "TextFormatting",
        .product(name: "Yams", package: "Yams", condition: maps),
      ]
    ),
    .target(
      name: "SampleModules",
      dependencies: [
        "ModuleLifecycle", "DelegateReferences", "StartupTasks", "FoundationAdapters", "ModuleRegistration",
        "TextFormatting",
        .product(name: "FlyingFox", package: "FlyingFox", condition: commandLine),
        .product(name: "FlyingSocks", package: "FlyingFox", condition: commandLine),
      ]
    ),
    .target(name: "Recordings", dependencies: ["ModuleLifecycle", "TextFormatting"]),
    .target(name: "ModuleLifecycleTesting", dependencies: ["ModuleLifecycle", "Recordings", "TextFormatting"]),
    .target(name: "Launches", dependencies: ["ModuleLifecycle", "TextFormatting"]),
    .target(
      name: "Inspection",
      dependencies: ["ModuleLifecycle", "EventArguments", "Recordings", "Launches", "TextFormatting", "CInspection"]),
    .target(name: "DelegateLab", dependencies: ["ModuleLifecycle", "DelegateReferences", "FoundationAdapters"]),
    .target(name: "TerminalUI", dependencies: ["TextFormatting"]),

    // Second floor: recordings in other formats; the dashboard's screen; the terminal that shows it.
    .target(name: "Comparison", dependencies: ["ModuleLifecycle", "Recordings", "Launches", "TextFormatting"]),
    .target(
      name: "Explanation",
      dependencies: ["ModuleLifecycle", "Recordings", "Launches", "Comparison", "TextFormatting"]),
    .target(name: "Exports", dependencies: ["ModuleLifecycle", "Recordings", "Launches", "TextFormatting"]),
    .target(
      name: "Dashboard",
      dependencies: [
        "ModuleLifecycle", "EventArguments", "Recordings", "Launches", "Explanation", "Inspection", "Exports",
        "DelegateLab", "TextFormatting", "TerminalUI",
        .product(name: "DequeModule", package: "swift-collections", condition: commandLine),
        .product(name: "OrderedCollections", package: "swift-collections", condition: commandLine),
      ]
    ),
    .target(
      name: "CursesTerminal",
      dependencies: ["TextFormatting", "TerminalUI", "CNcurses"],
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]
    ),

    // Roof: one call that connects a composite to a terminal, and the commands.
    .target(
      name: "TerminalDashboard",
      dependencies: [
        "ModuleLifecycle", "EventArguments", "Recordings", "Launches", "Inspection", "Exports", "DelegateLab",
        "TextFormatting", "TerminalUI", "Dashboard", "CursesTerminal",
      ]
    ),
    .executableTarget(
      name: "rollcall",
      dependencies: [
        "ModuleLifecycle", "ModuleExperiments", "DelegateReferences", "EventArguments", "ModuleRegistration",
        "SampleModules", "DelegateLab",
        "Recordings", "Launches", "Inspection", "Comparison", "Explanation", "Exports", "TextFormatting", "TerminalUI",
        "Dashboard", "TerminalDashboard",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: commandLine),
        .product(name: "OrderedCollections", package: "swift-collections", condition: commandLine),
      ]
    ),

    // Comparisons that compile faster than a macro, and turns for suites.
    .target(name: "TestingAdditions", path: "Tests/TestingAdditions"),
    .testTarget(name: "TestingAdditionsTests", dependencies: ["TestingAdditions"]),
    .testTarget(
      name: "ModuleLifecycleTests",
      dependencies: [
        "TestingAdditions", "ModuleLifecycle", "ModuleExperiments", "ModuleLifecycleTesting", "EventArguments",
        "Recordings", "Launches", "TestSupport",
      ]),
    .testTarget(
      name: "ModuleLifecycleTestingTests",
      dependencies: ["TestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting"]),
    .testTarget(
      name: "FoundationAdaptersTests",
      dependencies: ["TestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting", "FoundationAdapters"]),
    .testTarget(
      name: "DelegateReferencesTests",
      dependencies: [
        "TestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting", "Recordings", "DelegateReferences",
      ]),
    .testTarget(name: "EventArgumentsTests", dependencies: ["TestingAdditions", "ModuleLifecycle", "EventArguments"]),
    .testTarget(
      name: "StartupTasksTests",
      dependencies: ["TestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting", "Recordings", "StartupTasks"]),
    .testTarget(
      name: "UIKitForwardingTests", dependencies: ["TestingAdditions", "ModuleLifecycle", "UIKitForwarding"]),
    .testTarget(
      name: "ModuleRegistrationTests",
      dependencies: [
        "TestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting", "Recordings", "DelegateReferences",
        "EventArguments",
        "ModuleRegistration",
      ]),
    .testTarget(
      name: "SampleModulesTests",
      dependencies: [
        "TestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting", "Recordings", "EventArguments",
        "ModuleRegistration",
        "SampleModules",
      ]),
    .target(
      name: "TestSupport", dependencies: ["ModuleLifecycle", "ModuleLifecycleTesting", "Recordings"],
      path: "Tests/TestSupport"),
    .testTarget(
      name: "RecordingsTests",
      dependencies: ["TestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting", "Recordings", "TestSupport"]),
    .testTarget(
      name: "LaunchesTests",
      dependencies: [
        "TestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting", "Recordings", "Launches", "TestSupport",
      ]),
    .testTarget(
      name: "InspectionTests",
      dependencies: [
        "TestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting", "EventArguments", "Recordings", "Inspection",
        "CInspection",
        "TextFormatting", "TestSupport",
      ]),
    .testTarget(name: "DelegateLabTests", dependencies: ["TestingAdditions", "ModuleLifecycle", "DelegateLab"]),
    .testTarget(name: "TextFormattingTests", dependencies: ["TestingAdditions", "TextFormatting"]),
    .testTarget(name: "TerminalUITests", dependencies: ["TestingAdditions", "TextFormatting", "TerminalUI"]),
    .testTarget(
      name: "DashboardTests",
      dependencies: [
        "TestingAdditions", "ModuleLifecycle", "ModuleExperiments", "ModuleLifecycleTesting", "EventArguments",
        "Recordings", "Launches", "Inspection", "Exports", "DelegateLab", "TextFormatting", "TerminalUI", "Dashboard",
        "TerminalDashboard", "TestSupport",
      ],
      exclude: ["Goldens"]),
    .testTarget(
      name: "ComparisonTests",
      dependencies: ["TestingAdditions", "ModuleLifecycle", "Recordings", "Launches", "Comparison", "TestSupport"]),
    .testTarget(
      name: "ExplanationTests",
      dependencies: [
        "TestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting", "Recordings", "Launches", "Comparison",
        "Explanation",
        "TestSupport",
      ]),
    .testTarget(
      name: "ExportsTests",
      dependencies: ["TestingAdditions", "ModuleLifecycle", "Recordings", "Exports", "TextFormatting"]),
    .testTarget(
      name: "CursesTerminalTests",
      dependencies: ["TestingAdditions", "TextFormatting", "TerminalUI", "CursesTerminal", "CNcurses"]),
    .testTarget(
      name: "TerminalDashboardTests",
      dependencies: [
        "TestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting", "StartupTasks", "FoundationAdapters",
        "Recordings",
        "Inspection",
        "Exports", "TerminalUI", "Dashboard", "CursesTerminal", "TerminalDashboard",
      ]),
    .testTarget(name: "RollcallTests", dependencies: ["TestingAdditions", "rollcall"]),
  ]
)

// The sanitizers compile and run the tests of these targets only.
if let names = Context.environment["ROLLCALL_TEST_TARGETS"] {
  let wanted = names.split(separator: " ").map(String.init)
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}

// `make check` asks for it. Elsewhere, a warning of another compiler must not end a build.
let warnings: [SwiftSetting] =
  Context.environment["ROLLCALL_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

// What an app links says why it calls what needs a reason: `PrivacyManifestTests` compares. Elsewhere than on Apple's
// systems, a resource would link Foundation.
for target in package.targets where ["ModuleLifecycle", "Recordings", "Inspection"].contains(target.name) {
  #if canImport(Darwin)
  target.resources = [.copy("PrivacyInfo.xcprivacy")]
  #else
  target.exclude.append("PrivacyInfo.xcprivacy")
  #endif
}

// `make test` asks for this: a debug build, in which what an app links is optimised, as people run it, and what the screen
// consists of. The rest of the program and the tests themselves take longer to optimise than to run. The flags are only
// for a build of this package: SwiftPM takes no dependency that has them.
let optimised: Set =
  Context.environment["ROLLCALL_OPTIMISED"] == nil
  ? []
  : [
    "TextFormatting", "ModuleLifecycle", "ModuleExperiments", "DelegateReferences", "EventArguments", "StartupTasks",
    "FoundationAdapters", "UIKitForwarding", "ModuleLifecycleTesting", "Recordings", "Launches", "Inspection",
    "Comparison", "TerminalUI", "Dashboard", "TestSupport",
  ]
for target in package.targets where !optimised.isEmpty && target.type != .system {
  target.swiftSettings = [.define("ROLLCALL_OPTIMISED", .when(configuration: .debug))]
  if optimised.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
  }
}

for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),  // SE-0335: `any` is required.
      .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444: a member needs its module's import.
      .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409: exposed dependencies need `public import`.
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461: async helpers stay on their caller's actor.
      .strictMemorySafety(),  // SE-0458: unsafe code is marked `unsafe`.
    ] + warnings
}
