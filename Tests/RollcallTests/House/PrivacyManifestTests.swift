import Foundation
import RollcallTestingAdditions
import Testing

/// Apps in a store must say why they call certain system calls, and so must each target that an app links:
/// https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api
@Suite(.inTurn, .serialized) struct PrivacyManifestTests {
  @Test func eachTargetDeclaresTheCallsThatItMakes() throws {
    let linked = try SourceFile.all().filter { !PrivacyManifest.programs.contains($0.target) }
    let calls = linked.flatMap(PrivacyManifest.calls)
    let categories = Dictionary(grouping: calls, by: \.target).mapValues { Set($0.map(\.category)) }
    for target in Set(linked.map(\.target)).sorted() {
      let declared = try PrivacyManifest.declared(by: target)
      expectEqual(
        Set(declared.keys), categories[target, default: []],
        "\(target): \(calls.filter { $0.target == target }.map { "\($0.place) \($0.name)" })")
      #expect(declared.allSatisfy { !$0.value.isDisjoint(with: PrivacyManifest.reasons[$0.key, default: []]) })
    }
    expectEqual(categories.keys.sorted(), ["ModuleLifecycle", "RollcallInspection", "RollcallRecordings"])
  }

  @Test func aNewCallIsNoticed() {
    let file = SourceFile(
      target: "RollcallLaunches", path: "Launches/Age.swift",
      text: """
        var status = stat()
        // lstat(path, &status)
        guard unsafe lstat(path, &status) == 0 else { return }
        let free = statvfs(path, &space)
        let age = ProcessInfo.processInfo.systemUptime
        UserDefaults.standard.set(age, forKey: "age")
        """)
    expectEqual(
      PrivacyManifest.calls(in: file).map { "\($0.place) \($0.name) \($0.category)" },
      [
        "Launches/Age.swift:3 lstat FileTimestamp", "Launches/Age.swift:4 statvfs DiskSpace",
        "Launches/Age.swift:5 systemUptime SystemBootTime", "Launches/Age.swift:6 UserDefaults UserDefaults",
      ])
  }

  /// The package says that it has these files, so that they become part of the app.
  @Test func thePackageCopiesTheManifests() throws {
    let package = try String(contentsOf: Package.root.appending(path: "Package.swift"), encoding: .utf8)
    #expect(package.contains(#"["ModuleLifecycle", "RollcallRecordings", "RollcallInspection"]"#))
  }
}

/// The privacy manifests of the targets.
private enum PrivacyManifest {
  struct Call {
    let target: String
    let place: String
    let name: String
    let category: String
  }

  /// What no app on iOS links.
  static let programs: Set = [
    "rollcall", "RollcallTerminalDashboard", "RollcallDashboard", "RollcallCursesTerminal", "RollcallCTerminal",
    "CNcurses", "RollcallTerminalUI",
    "RollcallReports", "RollcallDelegateLab", "RollcallSampleModules", "RollcallMaps", "ModuleLifecycleTesting",
  ]

  /// The reasons that fit here: to measure time between events of the app; to read about files in the app's container.
  static let reasons: [String: Set<String>] = ["SystemBootTime": ["35F9.1"], "FileTimestamp": ["C617.1"]]

  /// What needs a reason. `CLOCK_UPTIME_RAW` reads the same clock as `mach_absolute_time`.
  private static let names: [Substring: String] = Dictionary(
    uniqueKeysWithValues: [
      "FileTimestamp": [
        "stat", "fstat", "lstat", "fstatat", "getattrlist", "fgetattrlist", "getattrlistat", "getattrlistbulk",
        "creationDate", "modificationDate", "creationDateKey", "contentModificationDateKey", "fileModificationDate",
      ],
      "SystemBootTime": ["systemUptime", "mach_absolute_time", "CLOCK_UPTIME_RAW"],
      "DiskSpace": [
        "statfs", "fstatfs", "statvfs", "fstatvfs", "systemFreeSize", "systemSize", "volumeTotalCapacityKey",
        "volumeAvailableCapacityKey", "volumeAvailableCapacityForImportantUsageKey",
        "volumeAvailableCapacityForOpportunisticUsageKey",
      ],
      "ActiveKeyboards": ["activeInputModes"],
      "UserDefaults": ["UserDefaults"],
    ].flatMap { category, names in names.map { (Substring($0), category) } })

  static func calls(in file: SourceFile) -> [Call] {
    file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { offset, line in
      words(of: line).compactMap { word in
        // `stat()` makes an empty structure, and `/proc/self/stat` is a file.
        guard let category = names[word], !line.prefix(upTo: word.startIndex).contains("//"),
          !line.suffix(from: word.startIndex).hasPrefix("stat()"),
          !line.prefix(upTo: word.startIndex).hasSuffix("/proc/self/")
        else { return nil }
        return Call(target: file.target, place: "\(file.path):\(offset + 1)", name: String(word), category: category)
      }
    }
  }

  private static func words(of line: Substring) -> [Substring] {
    line.utf8.split { byte in
      !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || byte == UInt8(ascii: "_"))
    }.map(Substring.init)
  }

  /// The declared reasons of each category, which is named without its prefix. Empty without a manifest.
  static func declared(by target: String) throws -> [String: Set<String>] {
    let file = Package.root.appending(path: "Sources/\(target)/PrivacyInfo.xcprivacy")
    guard let data = try? Data(contentsOf: file) else { return [:] }
    let list = try #require(
      try unsafe PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    expectEqual(list["NSPrivacyTracking"] as? Bool, false)
    let types = try #require(list["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    return try Dictionary(
      uniqueKeysWithValues: types.map { type in
        let category = try #require(type["NSPrivacyAccessedAPIType"] as? String)
        let reasons = try #require(type["NSPrivacyAccessedAPITypeReasons"] as? [String])
        return (category.replacing("NSPrivacyAccessedAPICategory", with: ""), Set(reasons))
      })
  }
}
