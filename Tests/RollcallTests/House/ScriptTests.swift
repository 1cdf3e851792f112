import Foundation
import RollcallTestingAdditions
import Testing

/// The scripts behind `make`, with stand-ins for the tools that differ between systems.
@Suite(.inTurn, .serialized) struct ScriptTests {
  @Test func appleLibrariesAreBuiltForSimulatorAndDevice() async throws {
    let tools = try Tools()
    try tools.add("xcodebuild", #"[ "$1" = -version ] && { echo "Xcode 26.2"; exit; }; echo "$*""#)
    let run = try await tools.run(".ci/build-ios")
    expectEqual(run.status, 0, "\(run)")
    let builds = run.lines.filter { $0.hasPrefix("build ") }
    expectEqual(
      builds.first,
      "build -quiet -scheme ModuleLifecycle -destination generic/platform=iOS Simulator -derivedDataPath .build-ios "
        + "CODE_SIGNING_ALLOWED=NO")
    expectEqual(builds.count, 2 * Self.librariesOfAnApp.count)
    for library in Self.librariesOfAnApp {
      expectEqual(builds.filter { $0.contains("-scheme \(library) ") }.count, 2, "\(library)")
    }
  }

  /// The products that need no third-party code and no terminal.
  static let librariesOfAnApp = [
    "ModuleLifecycle", "RollcallExperiments", "RollcallDelegateReferences",
    "RollcallStartupTasks",
    "RollcallFoundation",
    "RollcallUIKit", "RollcallRecordings", "RollcallInspection",
  ]

  @Test func everyLibraryIsBuiltOrHasAReason() throws {
    let package = try String(contentsOf: Package.root.appending(path: "Package.swift"), encoding: .utf8)
    let libraries = package.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
    expectEqual(
      Set(libraries).subtracting(Self.librariesOfAnApp),
      [
        "RollcallObservability", "RollcallServices",  // behind traits
        "ModuleLifecycleTesting",  // for tests
        "RollcallMaps", "RollcallTerminalDashboard",  // for programs in a terminal
      ])
  }

  @Test func theFirstFailedBuildEndsTheScript() async throws {
    let tools = try Tools()
    try tools.add("xcodebuild", #"[ "$1" = -version ] && exit; echo "error: no such scheme"; exit 65"#)
    let run = try await tools.run(".ci/build-ios")
    expectEqual(run.status, 65)
    expectEqual(run.lines.filter { $0 == "error: no such scheme" }.count, 1)
  }

  @Test func xcodebuildThatIsMissingOrDoesNotRunIsNamed() async throws {
    let tools = try Tools()
    let missing = try await tools.run(".ci/build-ios")
    expectEqual(missing.errors, "xcodebuild is missing. Install Xcode 26.2 or newer, then run this again.\n")
    expectEqual(missing.status, 69)
    try tools.add("xcodebuild", #"echo "xcode-select: error: tool 'xcodebuild' requires Xcode"; exit 1"#)
    let broken = try await tools.run(".ci/build-ios")
    expectEqual(
      broken.errors,
      """
      xcodebuild does not run: xcode-select: error: tool 'xcodebuild' requires Xcode
      Choose an Xcode with xcode-select or DEVELOPER_DIR. Installed: /Applications/Xcode*.app

      """)
    expectEqual(broken.status, 69)
  }

  @Test func aMacHasNcursesAndGetsTheRestFromHomebrew() async throws {
    let tools = try Tools()
    try tools.add("swift", #"echo "Apple Swift version 6.2.3 (swiftlang-6.2.3.3.21 clang-1700.6.3.2)""#)
    try tools.add("uname", "echo Darwin")
    let nothing = try await tools.run(".ci/install-tools")
    #expect(nothing.status == 0 && nothing.errors.isEmpty, "\(nothing)")
    let without = try await tools.run(".ci/install-tools", "tmux")
    expectEqual(
      without.errors,
      """
      tmux is missing. The end-to-end tests run the program in it.
      Install Homebrew (https://brew.sh), which this then uses, or install these by hand.

      """)
    expectEqual(without.status, 69)
    try tools.add("brew", #"echo "brew $*""#)
    let with = try await tools.run(".ci/install-tools", "tmux")
    expectEqual(with.output, "brew install tmux\n")
    #expect(with.errors == "Installing with Homebrew: tmux\n" && with.status == 0)
    try tools.add("brew", "exit 1")
    let failing = try await tools.run(".ci/install-tools", "tmux")
    #expect(
      failing.errors == "Installing with Homebrew: tmux\nHomebrew could not install: tmux\n" && failing.status == 69)
  }

  @Test func anOldOrMissingSwiftIsNamed() async throws {
    let tools = try Tools()
    let missing = try await tools.run(".ci/install-tools")
    let advice = "Install Swift 6.2.3 or newer (see https://www.swift.org/install), then run this again.\n"
    #expect(missing.errors == "Swift is not installed. \(advice)" && missing.status == 69)
    try tools.add("swift", #"echo "Apple Swift version 6.1 (swiftlang-6.1.0.110.21 clang-1700.0.13.3)""#)
    let old = try await tools.run(".ci/install-tools")
    #expect(old.errors == "Swift 6.1 is too old. \(advice)" && old.status == 69)
  }
}

/// The script behind `make test`.
@Suite(.inTurn, .serialized) struct TestRunTests {
  private func run(
    _ lines: String..., system: String = "Linux", status: [Int] = [0, 0]
  ) async throws -> Rollcall {
    let tools = try Tools()
    try tools.add("uname", "echo \(system)")
    try tools.add("first", "echo '\(lines[0])'; exit \(status[0])")
    try tools.add("last", "echo '\(lines[1])'; exit \(status[1])")
    return try await tools.run(".ci/tests", "first", "last")
  }

  private let most = "✔ Test run with 90000 tests in 3 suites passed after 2.1 seconds."
  private let some = "✔ Test run with 1 test in 1 suite passed after 2.1 seconds."

  @Test func testsOfAllProcessesAreCounted() async throws {
    let run = try await run(most, some)
    expectEqual(run.output, "\(some)\n\(most)\nAll 90001 tests passed.\n")
    expectEqual(run.status, 0)
  }

  @Test func aMachineMaySkipWhatIsListed() async throws {
    let run = try await run(most, #"➜ Test anUnreadableFile() skipped: "The superuser can read every file.""#)
    expectEqual(run.lines.last { !$0.isEmpty }, "All 90000 tests passed.")
    expectEqual(run.status, 0)
  }

  @Test func aMacMaySkipWhatAsksLinux() async throws {
    let skip = #"➜ Test aChildProcessInheritsNoSockets() skipped: "needs /proc""#
    let mac = try await run(some, skip, system: "Darwin")
    expectEqual(mac.output, "\(skip)\n\(some)\nAll 1 tests passed.\n")
    expectEqual(mac.status, 0)
    let linux = try await run(most, skip)
    expectEqual(linux.status, 1)
  }

  @Test func anotherSkippedTestOrSuiteFailsTheRun() async throws {
    for (line, name) in [
      (#"➜ Test jqNamesTheSlowestModule() skipped: "needs jq""#, "jqNamesTheSlowestModule"),
      ("➜ Test without(argument:) skipped.", "without"), (#"➜ Suite EndToEnd skipped: "needs tmux""#, "EndToEnd"),
    ] {
      let run = try await run(most, line)
      expectEqual(
        run.lines.last { !$0.isEmpty },
        "FAILED: skipped for want of a program, or for another reason that is not in .ci/tests: \(name)")
      expectEqual(run.status, 1)
    }
  }

  @Test func fewerTestsThanThereWereFailTheRun() async throws {
    let script = try String(contentsOf: Package.root.appending(path: ".ci/tests"), encoding: .utf8)
    let least = try #require(script.firstMatch(of: /least=([0-9]{4,})/)?.1)
    let run = try await run(some, some)
    expectEqual(
      run.lines.last { !$0.isEmpty },
      "FAILED: 2 tests, of at least \(least). If some were removed, change the number in .ci/tests.")
    expectEqual(run.status, 1)
  }

  @Test func aFailedProcessFailsTheRun() async throws {
    for status in [[0, 1], [1, 0]] {
      let run = try await run(some, most, status: status)
      expectEqual(run.output, "\(most)\n\(some)\n")
      expectEqual(run.status, 1)
    }
  }

  @Test func whatFailedIsRepeatedAtTheEnd() async throws {
    let failure = "FAILED: swift test\n✘ Test all() recorded an issue"
    let run = try await run("\(some)\n\(failure)", most, status: [1, 0])
    expectEqual(run.output, "\(most)\n\(some)\n\(failure)\n\(failure)\n")
  }
}

/// What runs on GitHub.
@Suite(.inTurn, .serialized) struct WorkflowTests {
  private let lines: [Substring]

  init() throws {
    let file = Package.root.appending(path: ".github/workflows/checks.yml")
    lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
  }

  @Test func everyStepIsACommandOfThePackage() throws {
    let commands = lines.compactMap { $0.firstMatch(of: /- run: (.+)/).map { String($0.1) } }
    expectEqual(commands.count, 4)
    let makefile = try String(contentsOf: Package.root.appending(path: "Makefile"), encoding: .utf8)
    for command in commands where !command.hasPrefix("apt-get ") {
      let words = command.split(separator: " ")
      if words[0] == "make" {
        #expect(makefile.contains("\n\(words[1]):"), "\(command)")
      } else {
        let script = Package.root.appending(path: words[0]).path(percentEncoded: false)
        #expect(FileManager.default.isExecutableFile(atPath: script), "\(command)")
      }
    }
  }

  @Test func actionsArePinnedToCommits() {
    let actions = lines.compactMap { $0.firstMatch(of: /uses: (.+)/).map { String($0.1) } }
    expectEqual(actions.count, 6)
    expectEqual(actions.filter { $0.wholeMatch(of: /actions\/[a-z-]+@[0-9a-f]{40} # v[0-9.]+/) == nil }, [])
  }
}

/// A folder that is the only one on a script's PATH. It has the tools that are the same everywhere.
private struct Tools {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for tool in [
      "awk", "bash", "cat", "dirname", "env", "grep", "head", "id", "mktemp", "readlink", "rm", "sed", "sh", "sort",
      "tee",
    ] {
      let found = ["/usr/bin", "/bin"].map { "\($0)/\(tool)" }.first(where: FileManager.default.isExecutableFile)
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(of: tool), withDestinationPath: try #require(found, "\(tool)"))
    }
  }

  /// Adds or replaces a shell script.
  func add(_ name: String, _ script: String) throws {
    try folder.write("#!/bin/sh\n\(script)\n", to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path(of: name))
  }

  func run(_ script: String, _ arguments: String...) async throws -> Rollcall {
    let process = Process()
    process.executableURL = Package.root.appending(path: script)
    process.arguments = arguments
    process.currentDirectoryURL = Package.root
    process.environment = ["PATH": folder.path]
    process.standardInput = FileHandle.nullDevice
    return try await Rollcall.end(of: process, in: folder)
  }
}
