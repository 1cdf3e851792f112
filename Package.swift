// swift-tools-version: 6.2

import PackageDescription

// A package that fetches this one links the library, and needs no trait: no other package in its graph has to know that. The
// manifest of a version that is not fetched yet is read at `/`.
let folders = Context.packageDirectory.split(separator: "/")
let isFetched =
  folders.isEmpty || folders.dropLast().last == "checkouts"
  || folders.suffix(5).starts(with: ["registry", "downloads"])

// Third-party code is behind traits. A package that links only the library fetches none of it.
let commandLine = TargetDependencyCondition.when(traits: ["CommandLine"])
let maps = TargetDependencyCondition.when(traits: ["Maps"])
let services = TargetDependencyCondition.when(traits: ["Services"])
let observability = TargetDependencyCondition.when(traits: ["Observability"])

// `make check` asks for it. Elsewhere, a warning of another compiler must not end a build.
let hasStrictWarnings = Context.environment["ROLLCALL_WARNINGS_AS_ERRORS"] != nil
let warningsInC: [CSetting] =
  [.enableWarning("all"), .enableWarning("extra")] + (hasStrictWarnings ? [.treatAllWarnings(as: .error)] : [])

let package = Package(
  name: "rollcall",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "ModuleLifecycle", targets: ["ModuleLifecycle"]),
    .library(name: "RollcallExperiments", targets: ["RollcallExperiments"]),
    .library(name: "RollcallDelegateReferences", targets: ["RollcallDelegateReferences"]),
    .library(name: "RollcallStartupTasks", targets: ["RollcallStartupTasks"]),
    .library(name: "RollcallFoundation", targets: ["RollcallFoundation"]),
    .library(name: "RollcallUIKit", targets: ["RollcallUIKit"]),
    .library(name: "RollcallObservability", targets: ["RollcallObservability"]),
    .library(name: "RollcallServices", targets: ["RollcallServices"]),
    .library(name: "ModuleLifecycleTesting", targets: ["ModuleLifecycleTesting"]),
    .library(name: "RollcallMaps", targets: ["RollcallMaps"]),
    .library(name: "RollcallRecordings", targets: ["RollcallRecordings"]),
    .library(name: "RollcallInspection", targets: ["RollcallInspection"]),
    .library(name: "RollcallTerminalDashboard", targets: ["RollcallTerminalDashboard"]),
    .executable(name: "rollcall", targets: ["rollcall"]),
  ],
  traits: [
    .trait(name: "CommandLine", description: "The program, and the dashboard in one call.", enabledTraits: ["Maps"]),
    .trait(name: "Maps", description: "Modules from a Modules.map."),
    .trait(name: "Services", description: "Composites and services in a ServiceGroup."),
    .trait(name: "Observability", description: "Spans, metrics and log lines of a composite."),
    .default(enabledTraits: isFetched ? [] : ["CommandLine", "Maps"]),
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
    .target(name: "RollcallTextFormatting"),

    // Ground floor: the library that an app links, the libraries beside it, and the screen's system library.
    .target(name: "ModuleLifecycle", dependencies: ["RollcallTextFormatting"]),
    .target(name: "RollcallExperiments", dependencies: ["ModuleLifecycle", "RollcallTextFormatting"]),
    .target(name: "RollcallDelegateReferences", dependencies: ["ModuleLifecycle"]),
    .target(name: "RollcallEventArguments", dependencies: ["ModuleLifecycle", "RollcallTextFormatting"]),
    .target(name: "RollcallShutDown", dependencies: ["ModuleLifecycle", "RollcallTextFormatting"]),
    .target(name: "RollcallStartupTasks", dependencies: ["ModuleLifecycle"]),
    .target(name: "RollcallFoundation", dependencies: ["ModuleLifecycle", "RollcallTextFormatting"]),
    .target(name: "RollcallUIKit", dependencies: ["ModuleLifecycle"]),
    .target(
      name: "RollcallObservability",
      dependencies: [
        "ModuleLifecycle", .product(name: "Logging", package: "swift-log", condition: observability),
        .product(name: "CoreMetrics", package: "swift-metrics", condition: observability),
        .product(name: "Instrumentation", package: "swift-distributed-tracing", condition: observability),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: observability),
      ]
    ),
    .target(
      name: "RollcallServices",
      dependencies: [
        "ModuleLifecycle", "RollcallShutDown",
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: services),
      ]
    ),
    .systemLibrary(
      name: "CNcurses",
      providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]
    ),

    // What Swift does not import of sockets and of a terminal, or what a signal handler must find.
    .target(name: "RollcallCSockets", cSettings: warningsInC),
    .target(name: "RollcallCTerminal", cSettings: warningsInC),

    // First floor: modules from a map; recordings; the entrance for inspectors; the parts of every screen.
    .target(
      name: "RollcallMaps",
      dependencies: [
        "ModuleLifecycle", "RollcallExperiments", "RollcallDelegateReferences", "RollcallEventArguments",
        "RollcallRecordings", "RollcallTextFormatting", .product(name: "Yams", package: "Yams", condition: maps),
      ]
    ),
    .target(
      name: "RollcallSampleModules",
      dependencies: [
        "ModuleLifecycle", "RollcallDelegateReferences", "RollcallStartupTasks", "RollcallFoundation", "RollcallMaps",
        "RollcallTextFormatting", .product(name: "FlyingFox", package: "FlyingFox", condition: commandLine),
        .product(name: "FlyingSocks", package: "FlyingFox", condition: commandLine),
      ]
    ),
    .target(name: "RollcallRecordings", dependencies: ["ModuleLifecycle", "RollcallTextFormatting"]),
    .target(
      name: "ModuleLifecycleTesting", dependencies: ["ModuleLifecycle", "RollcallRecordings", "RollcallTextFormatting"]),
    .target(name: "RollcallLaunches", dependencies: ["ModuleLifecycle", "RollcallTextFormatting"]),
    .target(
      name: "RollcallInspection",
      dependencies: [
        "ModuleLifecycle", "RollcallEventArguments", "RollcallRecordings", "RollcallLaunches", "RollcallTextFormatting",
        "RollcallCSockets",
      ]),
    .target(
      name: "RollcallDelegateLab",
      dependencies: ["ModuleLifecycle", "RollcallDelegateReferences", "RollcallFoundation"]),
    .target(name: "RollcallTerminalUI", dependencies: ["RollcallTextFormatting"]),

    // Second floor: recordings in other formats; the dashboard's screen; the terminal that shows it.
    .target(
      name: "RollcallReports",
      dependencies: ["ModuleLifecycle", "RollcallRecordings", "RollcallLaunches", "RollcallTextFormatting"]),
    .target(
      name: "RollcallDashboard",
      dependencies: [
        "ModuleLifecycle", "RollcallEventArguments", "RollcallRecordings", "RollcallLaunches", "RollcallReports",
        "RollcallInspection", "RollcallDelegateLab", "RollcallTextFormatting", "RollcallTerminalUI",
        .product(name: "DequeModule", package: "swift-collections", condition: commandLine),
        .product(name: "OrderedCollections", package: "swift-collections", condition: commandLine),
      ]
    ),
    .target(
      name: "RollcallCursesTerminal",
      dependencies: ["RollcallTextFormatting", "RollcallTerminalUI", "CNcurses", "RollcallCTerminal"],
      linkerSettings: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])),
        .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]
    ),

    // Roof: one call that connects a composite to a terminal, and the commands.
    .target(
      name: "RollcallTerminalDashboard",
      dependencies: [
        "ModuleLifecycle", "RollcallEventArguments", "RollcallRecordings", "RollcallLaunches", "RollcallInspection",
        "RollcallReports", "RollcallDelegateLab", "RollcallShutDown", "RollcallTextFormatting", "RollcallTerminalUI",
        "RollcallDashboard", "RollcallCursesTerminal",
      ]
    ),
    .executableTarget(
      name: "rollcall",
      dependencies: [
        "ModuleLifecycle", "RollcallExperiments", "RollcallDelegateReferences", "RollcallEventArguments",
        "RollcallMaps", "RollcallSampleModules", "RollcallDelegateLab", "RollcallRecordings", "RollcallLaunches",
        "RollcallInspection", "RollcallReports", "RollcallShutDown", "RollcallTextFormatting", "RollcallTerminalUI",
        "RollcallDashboard", "RollcallTerminalDashboard",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: commandLine),
        .product(name: "OrderedCollections", package: "swift-collections", condition: commandLine),
      ]
    ),

    // Comparisons that compile faster than a macro, and turns for suites.
    .target(name: "RollcallTestingAdditions", path: "Tests/RollcallTestingAdditions"),
    .testTarget(name: "RollcallTestingAdditionsTests", dependencies: ["RollcallTestingAdditions"]),
    .testTarget(
      name: "ModuleLifecycleTests",
      dependencies: [
        "RollcallTestingAdditions", "ModuleLifecycle", "RollcallExperiments", "ModuleLifecycleTesting",
        "RollcallEventArguments", "RollcallRecordings", "RollcallLaunches", "RollcallTestSupport",
      ]),
    .testTarget(
      name: "ModuleLifecycleTestingTests",
      dependencies: ["RollcallTestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting"]),
    .testTarget(
      name: "RollcallFoundationTests",
      dependencies: ["RollcallTestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting", "RollcallFoundation"]),
    .testTarget(
      name: "RollcallDelegateReferencesTests",
      dependencies: [
        "RollcallTestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting", "RollcallRecordings",
        "RollcallDelegateReferences",
      ]),
    .testTarget(
      name: "RollcallEventArgumentsTests",
      dependencies: ["RollcallTestingAdditions", "ModuleLifecycle", "RollcallEventArguments"]),
    .testTarget(
      name: "RollcallStartupTasksTests",
      dependencies: [
        "RollcallTestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting", "RollcallRecordings",
        "RollcallStartupTasks",
      ]),
    .testTarget(
      name: "RollcallUIKitTests", dependencies: ["RollcallTestingAdditions", "ModuleLifecycle", "RollcallUIKit"]),
    .testTarget(
      name: "RollcallMapsTests",
      dependencies: [
        "RollcallTestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting", "RollcallRecordings",
        "RollcallDelegateReferences", "RollcallEventArguments", "RollcallMaps",
      ]),
    .testTarget(
      name: "RollcallSampleModulesTests",
      dependencies: [
        "RollcallTestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting", "RollcallRecordings",
        "RollcallEventArguments", "RollcallMaps", "RollcallSampleModules",
      ]),
    .target(
      name: "RollcallTestSupport", dependencies: ["ModuleLifecycle", "ModuleLifecycleTesting", "RollcallRecordings"],
      path: "Tests/RollcallTestSupport"),
    .testTarget(
      name: "RollcallRecordingsTests",
      dependencies: [
        "RollcallTestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting", "RollcallRecordings",
        "RollcallTestSupport",
      ]),
    .testTarget(
      name: "RollcallLaunchesTests",
      dependencies: [
        "RollcallTestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting", "RollcallRecordings",
        "RollcallLaunches", "RollcallTestSupport",
      ]),
    .testTarget(
      name: "RollcallInspectionTests",
      dependencies: [
        "RollcallTestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting", "RollcallEventArguments",
        "RollcallRecordings", "RollcallInspection", "RollcallCSockets", "RollcallTextFormatting", "RollcallTestSupport",
      ]),
    .testTarget(
      name: "RollcallDelegateLabTests",
      dependencies: ["RollcallTestingAdditions", "ModuleLifecycle", "RollcallDelegateLab"]),
    .testTarget(
      name: "RollcallTextFormattingTests", dependencies: ["RollcallTestingAdditions", "RollcallTextFormatting"]),
    .testTarget(
      name: "RollcallTerminalUITests",
      dependencies: ["RollcallTestingAdditions", "RollcallTextFormatting", "RollcallTerminalUI"]),
    .testTarget(
      name: "RollcallDashboardTests",
      dependencies: [
        "RollcallTestingAdditions", "ModuleLifecycle", "RollcallExperiments", "ModuleLifecycleTesting",
        "RollcallEventArguments", "RollcallRecordings", "RollcallLaunches", "RollcallInspection", "RollcallReports",
        "RollcallDelegateLab", "RollcallTextFormatting", "RollcallTerminalUI", "RollcallDashboard",
        "RollcallTerminalDashboard", "RollcallTestSupport",
      ],
      exclude: ["Goldens"]),
    .testTarget(
      name: "RollcallReportsTests",
      dependencies: [
        "RollcallTestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting", "RollcallRecordings",
        "RollcallLaunches", "RollcallReports", "RollcallTextFormatting", "RollcallTestSupport",
      ]),
    .testTarget(
      name: "RollcallCursesTerminalTests",
      dependencies: [
        "RollcallTestingAdditions", "RollcallTextFormatting", "RollcallTerminalUI", "RollcallCursesTerminal",
        "RollcallCTerminal",
      ]),
    .testTarget(
      name: "RollcallTerminalDashboardTests",
      dependencies: [
        "RollcallTestingAdditions", "ModuleLifecycle", "ModuleLifecycleTesting", "RollcallStartupTasks",
        "RollcallFoundation", "RollcallRecordings", "RollcallInspection", "RollcallReports", "RollcallTerminalUI",
        "RollcallDashboard", "RollcallCursesTerminal", "RollcallTerminalDashboard",
      ]),
    .testTarget(name: "RollcallTests", dependencies: ["RollcallTestingAdditions", "rollcall"]),
  ]
)

// The sanitizers compile and run the tests of these targets only.
if let names = Context.environment["ROLLCALL_TEST_TARGETS"] {
  let wanted = names.split(separator: " ").map(String.init)
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}

let warnings: [SwiftSetting] = hasStrictWarnings ? [.treatAllWarnings(as: .error)] : []

// What an app links says why it calls what needs a reason: `PrivacyManifestTests` compares. Elsewhere than on Apple's
// systems, a resource would link Foundation.
for target in package.targets
where ["ModuleLifecycle", "RollcallRecordings", "RollcallInspection"].contains(target.name) {
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
    "RollcallTextFormatting", "ModuleLifecycle", "RollcallExperiments", "RollcallDelegateReferences",
    "RollcallEventArguments", "RollcallStartupTasks",
    "RollcallFoundation", "RollcallUIKit", "ModuleLifecycleTesting", "RollcallRecordings", "RollcallLaunches",
    "RollcallInspection",
    "RollcallReports", "RollcallTerminalUI", "RollcallDashboard", "RollcallTestSupport",
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
