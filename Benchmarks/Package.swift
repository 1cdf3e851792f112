// swift-tools-version: 6.2

import PackageDescription

// What the library costs, beside what else does the same job. A package of its own, so that who builds or links
// Rollcall never sees the code that it is compared with.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "rollcall", path: "../", traits: []),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    // What every benchmark needs: times, bytes, tables, goals.
    .target(name: "CAllocator"),
    .target(name: "Measuring", dependencies: ["CAllocator"]),
    // Counts allocations, by standing in for the C library's functions: only for who asks for it.
    .target(name: "CAllocationCount"),

    // Runs a program on a terminal of its own.
    .target(name: "CPseudoTerminal"),

    // One executable for each thing that is measured.
    .executableTarget(
      name: "OwnershipBenchmarks",
      dependencies: [
        "Measuring",
        .product(name: "ModuleLifecycle", package: "rollcall"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .executableTarget(
      name: "DispatchBenchmarks",
      dependencies: [
        "CAllocationCount", "Measuring",
        .product(name: "ModuleLifecycle", package: "rollcall"),
        .product(name: "RollcallRecordings", package: "rollcall"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    // Run by callgrind: links only the library.
    .executableTarget(
      name: "InstructionCounts", dependencies: [.product(name: "ModuleLifecycle", package: "rollcall")]),
    // Measures what a full journal takes.
    .executableTarget(
      name: "JournalMemory", dependencies: ["Measuring", .product(name: "ModuleLifecycle", package: "rollcall")]),
    .executableTarget(
      name: "RecordingBenchmarks",
      dependencies: [
        "Measuring",
        .product(name: "ModuleLifecycle", package: "rollcall"),
        .product(name: "RollcallRecordings", package: "rollcall"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .executableTarget(
      name: "AttachBenchmarks",
      dependencies: [
        "Measuring",
        .product(name: "ModuleLifecycle", package: "rollcall"),
        .product(name: "RollcallInspection", package: "rollcall"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    // Measures what linking costs: it builds programs that link the products.
    .executableTarget(
      name: "LinkingBenchmarks",
      dependencies: [
        "CAllocationCount", "Measuring",
        .product(name: "ModuleLifecycle", package: "rollcall"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    // Measures the program, and so links nothing of it.
    .executableTarget(
      name: "ScreenBenchmarks",
      dependencies: [
        "CPseudoTerminal", "Measuring",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
  ]
)

// The same settings as Rollcall's own.
let warnings: [SwiftSetting] =
  Context.environment["ROLLCALL_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

for target in package.targets where !["CAllocator", "CAllocationCount", "CPseudoTerminal"].contains(target.name) {
  target.swiftSettings =
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .strictMemorySafety(),
    ] + warnings
}
