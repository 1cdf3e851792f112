import Foundation
import Testing
import TestingAdditions

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
        target: "TerminalUI", path: "TerminalUI/Cell.swift",
        text: "// import Foundation\npublic import struct Foundation.Data\n  @testable import Dashboard\n"),
      SourceFile(
        target: "Dashboard", path: "Dashboard/State.swift", text: "import TerminalUI\ninternal import CursesTerminal\n"),
      SourceFile(target: "Attic", path: "Attic/Box.swift", text: "import ModuleLifecycle"),
    ]
    expectEqual(
      Floors.violations(in: files),
      [
        "TerminalUI/Cell.swift:2: TerminalUI may not import Foundation.",
        "TerminalUI/Cell.swift:3: TerminalUI may not import Dashboard.",
        "Dashboard/State.swift:2: Dashboard may not import CursesTerminal.",
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
    #expect(files.contains { $0.target == "ModuleRegistration" })
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
    "ModuleLifecycle": system.union(["TextFormatting", "FoundationEssentials", "Foundation"]),
    "ModuleLifecycleTesting": system.union([
      "ModuleLifecycle", "Recordings", "TextFormatting", "FoundationEssentials", "Foundation",
    ]),
    "ModuleExperiments": ["ModuleLifecycle", "TextFormatting", "FoundationEssentials", "Foundation"],
    "DelegateReferences": ["ModuleLifecycle"],
    "EventArguments": ["ModuleLifecycle", "TextFormatting", "FoundationEssentials", "Foundation"],
    "StartupTasks": ["ModuleLifecycle"],
    "FoundationAdapters": system.union([
      "ModuleLifecycle", "TextFormatting", "Foundation", "FoundationNetworking", "os",
    ]),
    "UIKitForwarding": system.union(["ModuleLifecycle", "Foundation", "UIKit", "UserNotifications"]),
    "LifecycleObservability": ["ModuleLifecycle", "Logging", "CoreMetrics", "Instrumentation", "Tracing"],
    "LifecycleServices": system.union(["ModuleLifecycle", "ServiceLifecycle", "TextFormatting", "Foundation"]),
    "ModuleRegistration": system.union([
      "ModuleLifecycle", "ModuleExperiments", "DelegateReferences", "EventArguments", "Recordings", "TextFormatting",
      "Yams", "Foundation",
    ]),
    "SampleModules": system.union([
      "ModuleLifecycle", "DelegateReferences", "StartupTasks", "FoundationAdapters", "ModuleRegistration", "FlyingFox",
      "FlyingSocks", "TextFormatting", "Foundation", "FoundationNetworking",
    ]),
    "Recordings": system.union(["ModuleLifecycle", "TextFormatting", "Foundation"]),
    "Inspection": system.union([
      "ModuleLifecycle", "EventArguments", "Recordings", "Launches", "TextFormatting", "CInspection", "Foundation",
    ]),
    "Launches": ["ModuleLifecycle", "TextFormatting"],
    "DelegateLab": system.union([
      "ModuleLifecycle", "DelegateReferences", "FoundationAdapters", "Foundation", "FoundationNetworking",
    ]),
    "TextFormatting": ["Glibc", "Musl", "Darwin"],
    "TerminalUI": ["TextFormatting"],
    "Comparison": system.union(["ModuleLifecycle", "Recordings", "Launches", "TextFormatting"]),
    "Explanation": ["ModuleLifecycle", "Recordings", "Launches", "Comparison", "TextFormatting"],
    "Exports": ["ModuleLifecycle", "Recordings", "Launches", "TextFormatting"],
    "Dashboard": [
      "ModuleLifecycle", "EventArguments", "Recordings", "Launches", "Explanation", "Inspection", "Exports",
      "DelegateLab", "TextFormatting", "TerminalUI", "DequeModule", "OrderedCollections",
    ],
    "CursesTerminal": system.union(["TextFormatting", "TerminalUI", "CNcurses"]),
    "TerminalDashboard": system.union([
      "ModuleLifecycle", "EventArguments", "Recordings", "Launches", "Inspection", "Exports", "DelegateLab",
      "TextFormatting", "TerminalUI", "Dashboard", "CursesTerminal", "Foundation",
    ]),
    "rollcall": system.union([
      "ModuleLifecycle", "ModuleExperiments", "DelegateReferences", "EventArguments", "FoundationAdapters",
      "ModuleRegistration", "SampleModules", "Recordings", "Launches", "Inspection", "Comparison", "Explanation",
      "Exports", "DelegateLab", "TextFormatting", "TerminalUI", "Dashboard", "CursesTerminal", "TerminalDashboard",
      "ArgumentParser", "OrderedCollections", "Foundation",
    ]),
  ]

  /// The targets behind a trait, and their traits.
  static let traits = [
    "ModuleRegistration": "Maps", "SampleModules": "CommandLine", "Dashboard": "CommandLine",
    "TerminalDashboard": "CommandLine", "rollcall": "CommandLine", "LifecycleServices": "Services",
    "LifecycleObservability": "Observability",
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

/// A Swift file and its target.
struct SourceFile {
  let target: String
  let path: String
  let text: String

  /// All files of all targets.
  static func all(of package: URL = Package.root) throws -> [SourceFile] {
    let sources = package.appending(path: "Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path(percentEncoded: false))
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
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
