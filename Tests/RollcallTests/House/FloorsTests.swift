import Foundation
import RollcallTestingAdditions
import Testing

/// The targets have floors: each target imports only targets below it.
@Suite(.inTurn, .serialized) struct FloorsTests {
  @Test func everyImportGoesDownwards() throws {
    let files = try SourceFile.all()
    #expect(Set(files.map(\.target)).isSuperset(of: Floors.allowed.keys))
    #expect(Floors.violations(in: files).isEmpty, "\(Floors.violations(in: files).joined(separator: "\n"))")
  }

  @Test func theTableFindsForbiddenImports() {
    let files = [
      SourceFile(
        target: "RollcallTerminalUI", path: "RollcallTerminalUI/Cell.swift",
        text: "// import Foundation\npublic import struct Foundation.Data\n  @testable import RollcallDashboard\n"),
      SourceFile(
        target: "RollcallDashboard", path: "RollcallDashboard/State.swift",
        text: "import RollcallTerminalUI\ninternal import RollcallCursesTerminal\n"),
      SourceFile(target: "Attic", path: "Attic/Box.swift", text: "import ModuleLifecycle"),
    ]
    expectEqual(
      Floors.violations(in: files),
      [
        "RollcallTerminalUI/Cell.swift:2: RollcallTerminalUI may not import Foundation.",
        "RollcallTerminalUI/Cell.swift:3: RollcallTerminalUI may not import RollcallDashboard.",
        "RollcallDashboard/State.swift:2: RollcallDashboard may not import RollcallCursesTerminal.",
        "Attic/Box.swift: the target Attic has no floor. Add it to FloorsTests.swift.",
      ])
  }

  /// A write through a pointer that was made from a constant is undefined, also when it changes nothing: optimised
  /// builds released values twice.
  @Test func noPointerMakesAConstantVariable() throws {
    let files = try SourceFile.all().filter { $0.text.contains("Pointer(mutating:") }
    #expect(files.isEmpty, "\(files.map(\.path))")
  }

  /// Without their trait, the targets have no code that needs third-party packages.
  @Test func targetsBehindATraitAreInsideAnIf() throws {
    let files = try SourceFile.all().filter { Floors.traits[$0.target] != nil }
    let outside = files.filter { file in
      let lines = file.text.split(separator: "\n")
      let condition = Floors.traits[file.target] ?? ""
      return ![["#if \(condition)"], ["#if !\(condition)"]].contains(lines.prefix(1)) || lines.last != "#endif"
    }
    #expect(outside.isEmpty, "\(outside.map(\.path))")
    #expect(files.contains { $0.target == "RollcallMaps" })
  }

  @Test func theGroundFloorUsesFoundationOnlyInsteadOfEssentials() {
    let fallback = """
      #if canImport(FoundationEssentials)
        import FoundationEssentials
      #else
        import Foundation
      #endif
      """
    expectEqual(Floors.violations(in: [SourceFile(target: "ModuleLifecycle", path: "a", text: fallback)]), [])
    expectEqual(
      Floors.violations(in: [SourceFile(target: "ModuleLifecycle", path: "a", text: "import Foundation")]),
      ["a:1: ModuleLifecycle may import Foundation only where FoundationEssentials is missing."])
  }
}

/// The allowed imports of each target.
enum Floors {
  static let allowed: [String: Set<String>] = [
    // Of C.
    "CNcurses": [], "RollcallCTerminal": [], "RollcallCSockets": [],
    "ModuleLifecycle": system.union(["RollcallTextFormatting", "FoundationEssentials", "Foundation"]),
    "ModuleLifecycleTesting": system.union([
      "ModuleLifecycle", "RollcallRecordings", "RollcallTextFormatting", "FoundationEssentials", "Foundation",
      "Testing",
    ]),
    "RollcallExperiments": ["ModuleLifecycle", "RollcallTextFormatting", "FoundationEssentials", "Foundation"],
    "RollcallDelegateReferences": ["ModuleLifecycle"],
    "RollcallEventArguments": ["ModuleLifecycle", "RollcallTextFormatting", "FoundationEssentials", "Foundation"],
    "RollcallStartupTasks": ["ModuleLifecycle"],
    "RollcallFoundation": system.union([
      "ModuleLifecycle", "RollcallTextFormatting", "Foundation", "FoundationNetworking", "os",
    ]),
    "RollcallUIKit": system.union(["ModuleLifecycle", "Foundation", "UIKit", "UserNotifications"]),
    "RollcallObservability": ["ModuleLifecycle", "Logging", "CoreMetrics", "Instrumentation", "Tracing"],
    "RollcallShutDown": system.union(["ModuleLifecycle", "RollcallTextFormatting", "Foundation"]),
    "RollcallServices": ["ModuleLifecycle", "ServiceLifecycle", "RollcallShutDown", "Foundation"],
    "RollcallMaps": system.union([
      "ModuleLifecycle", "RollcallExperiments", "RollcallDelegateReferences", "RollcallEventArguments",
      "RollcallRecordings", "RollcallTextFormatting", "Yams", "Foundation",
    ]),
    "RollcallSampleModules": system.union([
      "ModuleLifecycle", "RollcallDelegateReferences", "RollcallStartupTasks", "RollcallFoundation", "RollcallMaps",
      "FlyingFox", "FlyingSocks", "RollcallTextFormatting", "Foundation", "FoundationNetworking",
    ]),
    "RollcallRecordings": system.union(["ModuleLifecycle", "RollcallTextFormatting", "Foundation"]),
    "RollcallInspection": system.union([
      "ModuleLifecycle", "RollcallEventArguments", "RollcallRecordings", "RollcallLaunches", "RollcallTextFormatting",
      "RollcallCSockets", "Foundation",
    ]),
    "RollcallLaunches": ["ModuleLifecycle", "RollcallTextFormatting"],
    "RollcallDelegateLab": system.union([
      "ModuleLifecycle", "RollcallDelegateReferences", "RollcallFoundation", "Foundation", "FoundationNetworking",
    ]),
    "RollcallTextFormatting": ["Glibc", "Musl", "Darwin"],
    "RollcallTerminalUI": ["RollcallTextFormatting"],
    "RollcallReports": system.union([
      "ModuleLifecycle", "RollcallRecordings", "RollcallLaunches", "RollcallTextFormatting",
    ]),
    "RollcallDashboard": [
      "ModuleLifecycle", "RollcallEventArguments", "RollcallRecordings", "RollcallLaunches", "RollcallReports",
      "RollcallInspection", "RollcallDelegateLab", "RollcallTextFormatting", "RollcallTerminalUI", "DequeModule",
      "OrderedCollections",
    ],
    "RollcallCursesTerminal": system.union([
      "RollcallTextFormatting", "RollcallTerminalUI", "CNcurses", "RollcallCTerminal",
    ]),
    "RollcallTerminalDashboard": system.union([
      "ModuleLifecycle", "RollcallEventArguments", "RollcallRecordings", "RollcallLaunches", "RollcallInspection",
      "RollcallReports", "RollcallDelegateLab", "RollcallShutDown", "RollcallTextFormatting", "RollcallTerminalUI",
      "RollcallDashboard", "RollcallCursesTerminal", "Foundation",
    ]),
    "rollcall": system.union([
      "ModuleLifecycle", "RollcallExperiments", "RollcallDelegateReferences", "RollcallEventArguments",
      "RollcallFoundation", "RollcallMaps", "RollcallSampleModules", "RollcallRecordings", "RollcallLaunches",
      "RollcallInspection", "RollcallReports", "RollcallDelegateLab", "RollcallShutDown", "RollcallTextFormatting",
      "RollcallTerminalUI", "RollcallDashboard", "RollcallCursesTerminal", "RollcallTerminalDashboard",
      "ArgumentParser", "OrderedCollections", "Foundation",
    ]),
  ]

  /// The targets behind a trait, and their traits.
  static let traits = [
    "RollcallMaps": "Maps", "RollcallSampleModules": "CommandLine", "RollcallDashboard": "CommandLine",
    "RollcallTerminalDashboard": "CommandLine", "rollcall": "CommandLine", "RollcallServices": "Services",
    "RollcallObservability": "Observability",
  ]

  /// The modules of every toolchain.
  private static let system: Set<String> = [
    "Dispatch", "Synchronization", "Glibc", "Musl", "Darwin", "ObjectiveC",
  ]

  static func violations(in files: [SourceFile]) -> [String] {
    files.flatMap { file -> [String] in
      guard let allowed = allowed[file.target] else {
        return ["\(file.path): the target \(file.target) has no floor. Add it to FloorsTests.swift."]
      }
      return file.imports.compactMap { found in
        guard allowed.contains(found.module) else {
          return "\(file.path):\(found.line): \(file.target) may not import \(found.module)."
        }
        if allowed.contains("FoundationEssentials"), found.module == "Foundation", !file.hasEssentialsFirst {
          return "\(file.path):\(found.line): \(file.target) may import Foundation only where FoundationEssentials "
            + "is missing."
        }
        return nil
      }
    }
  }
}

/// A file of Swift or C, and its target.
struct SourceFile {
  let target: String
  let path: String
  let text: String

  /// All files of all targets.
  static func all(of package: URL = Package.root) throws -> [SourceFile] {
    let sources = package.appending(path: "Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path(percentEncoded: false))
    return try paths.filter { $0.hasSuffix(".swift") || $0.hasSuffix(".c") || $0.hasSuffix(".h") }.sorted().map {
      path in
      SourceFile(
        target: String(path.prefix { $0 != "/" }), path: "Sources/\(path)",
        text: try String(contentsOf: sources.appending(path: path), encoding: .utf8))
    }
  }

  /// The imported modules with their lines: `import A`, `public import A`, `import struct A.B`, `@_spi(X) import A`.
  var imports: [(module: String, line: Int)] {
    let pattern =
      /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?(\w+)/
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { offset, line in
      line.firstMatch(of: pattern).map { (String($0.1), offset + 1) }
    }
  }

  var hasEssentialsFirst: Bool { text.contains("#if canImport(FoundationEssentials)") }
}

/// This package.
enum Package {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()  // House
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
