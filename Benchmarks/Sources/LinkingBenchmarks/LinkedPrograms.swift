import Foundation
import Measuring

/// Builds the programs in a package of their own, and measures their files.
struct LinkedPrograms {
  /// A program's file and build.
  private struct Measured {
    var bytes = 0
    /// How long it took to build, with everything that it links, in seconds. `nil` where parts were built before.
    var seconds: Double?
  }

  private var measured: [LinkedProgram: Measured] = [:]

  /// - Parameter package: The folder of the package, whose sources are linked into a temporary one.
  init(package: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rollcall-linking-\(getpid())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let sources = URL(filePath: package).appending(path: "Sources").standardizedFileURL
    guard FileManager.default.fileExists(atPath: sources.appending(path: "ModuleLifecycle").path) else {
      throw Failure("There is no \(sources.path)/ModuleLifecycle. Name the package's folder with --package.")
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let links = [
      ("Rollcall", sources),
      ("UIKit", URL(filePath: package).appending(path: "Tests/UIKit/Sources").standardizedFileURL),
    ]
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(at: folder.appending(path: name), withDestinationURL: target)
    }
    try Data(Self.manifest.utf8).write(to: folder.appending(path: "Package.swift"))
    for program in LinkedProgram.allCases {
      let place = folder.appending(path: "Sources/\(program.rawValue)Program")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try Data(program.source.utf8).write(to: place.appending(path: "main.swift"))
    }
    for program in LinkedProgram.allCases { measured[program] = try Self.build(program, in: folder) }
  }

  private static func build(_ program: LinkedProgram, in folder: URL) throws -> Measured {
    let scratch = folder.appending(path: ".build")
    let name = "\(program.rawValue)Program"
    let build = [
      "swift", "build", "--package-path", folder.path, "-c", "release", "--disable-index-store", "--product", name,
    ]
    let isClean = program.base == nil || program.base == .nothing
    if isClean {
      try? FileManager.default.removeItem(at: scratch)
      // What compiles the manifest is not counted.
      try output(of: "/usr/bin/env", ["swift", "package", "--package-path", folder.path, "describe"])
    }
    let start = ContinuousClock.now
    try output(of: "/usr/bin/env", build)
    let seconds = isClean ? (ContinuousClock.now - start) / .seconds(1) : nil
    let file = scratch.appending(path: "release/\(name)")
    let stripped = folder.appending(path: name)
    try output(of: "/usr/bin/env", ["strip", "-o", stripped.path, file.path])
    let size = try FileManager.default.attributesOfItem(atPath: stripped.path)[.size] as? Int
    return Measured(bytes: size ?? 0, seconds: seconds)
  }

  /// The kilobytes that a program's last product adds.
  private func added(by program: LinkedProgram) -> Double? {
    guard let base = program.base,
      let (more, less) = measured[program].flatMap({ more in
        measured[base].map { (more, $0) }
      })
    else { return nil }
    return Double(more.bytes - less.bytes) / 1_000
  }

  var table: Table {
    var table = Table(["a program that links", "kB", "more", "clean build, s"])
    for program in LinkedProgram.allCases {
      guard let facts = measured[program] else { continue }
      table.add([
        program.title, (Double(facts.bytes) / 1_000).whole, added(by: program).map { "+\($0.whole)" } ?? "-",
        facts.seconds?.whole ?? "-",
      ])
    }
    return table
  }

  var goals: [Goal] {
    let sizes = LinkedProgram.allCases.compactMap { program -> Goal? in
      guard let base = program.base else { return nil }
      let other = base == .nothing ? "" : ", beyond `\(base.rawValue)`"
      return Goal(
        "kB that `\(program.rawValue)` adds\(other)", value: added(by: program), bound: program.bound,
        text: { $0.whole })
    }
    return sizes + [
      Goal(
        "s that a clean build takes longer with `ModuleLifecycle`", value: seconds(.core) - seconds(.nothing),
        bound: nil,
        text: { $0.whole })
    ]
  }

  private func seconds(_ program: LinkedProgram) -> Double {
    measured[program]?.seconds ?? 0
  }

  private static var manifest: String {
    let programs = LinkedProgram.allCases.map { program in
      let products =
        switch program {
        case .nothing: ""
        case .core: #""ModuleLifecycle""#
        case .recordings, .inspection: #""ModuleLifecycle", "\#(program.rawValue)""#
        case .forwarding: #""ModuleLifecycle", "UIKit", "RollcallUIKit""#
        }
      return #".executableTarget(name: "\#(program.rawValue)Program", dependencies: [\#(products)])"#
    }
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "linking", platforms: [.macOS(.v15)],
        targets: [
          .target(name: "RollcallTextFormatting", path: "Rollcall/RollcallTextFormatting"),
          .target(name: "ModuleLifecycle", dependencies: ["RollcallTextFormatting"], path: "Rollcall/ModuleLifecycle"),
          .target(name: "RollcallEventArguments", dependencies: ["ModuleLifecycle", "RollcallTextFormatting"], path: "Rollcall/RollcallEventArguments"),
          .target(name: "RollcallRecordings", dependencies: ["ModuleLifecycle", "RollcallTextFormatting"], path: "Rollcall/RollcallRecordings"),
          .target(name: "RollcallLaunches", dependencies: ["ModuleLifecycle", "RollcallTextFormatting"], path: "Rollcall/RollcallLaunches"),
          .target(name: "RollcallCSockets", path: "Rollcall/RollcallCSockets"),
          .target(
            name: "RollcallInspection",
            dependencies: ["ModuleLifecycle", "RollcallEventArguments", "RollcallRecordings", "RollcallLaunches", "RollcallTextFormatting", "RollcallCSockets"],
            path: "Rollcall/RollcallInspection"),
          .target(name: "UserNotifications", path: "UIKit/UserNotifications"),
          .target(name: "UIKit", dependencies: ["UserNotifications"], path: "UIKit/UIKit"),
          .target(
            name: "RollcallUIKit", dependencies: ["ModuleLifecycle", "UIKit", "UserNotifications"],
            path: "Rollcall/RollcallUIKit", swiftSettings: [.define("UIKIT_STAND_IN")]),
          \(programs.joined(separator: ",\n    ")),
        ])

      for target in package.targets where target.type != .system {
        target.swiftSettings = (target.swiftSettings ?? []) + [
          .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
          .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
          .strictMemorySafety(),
        ]
      }

      """
  }
}
