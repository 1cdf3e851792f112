import Foundation
import Testing

/// The library stands alone: who links it builds no code of anybody else.
@Suite(.timeLimit(.minutes(10))) struct ConsumerTests {
  @Test func aPackageThatLinksTheLibraryBuildsNoThirdPartyCode() async throws {
    let folder = try TemporaryFolder()
    let package = """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "consumer",
        platforms: [.macOS(.v15)],
        dependencies: [.package(name: "rollcall", path: "\(Package.root.path(percentEncoded: false))")],
        targets: [
          .executableTarget(
            name: "Consumer", dependencies: [.product(name: "ModuleLifecycle", package: "rollcall")])
        ])
      """
    try folder.write(package, to: "Package.swift")
    let sources = folder.url.appending(path: "Sources/Consumer")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try folder.write(program, to: "Sources/Consumer/main.swift")

    let built = try await build(in: folder)
    #expect(built.status == 0, "\(built.output)")
    let targets = try compiledTargets(in: folder.path(of: ".build/debug"))
    #expect(targets == ["Consumer", "ModuleLifecycle"])
    #expect(try await run(folder.url.appending(path: ".build/debug/Consumer"), [], in: folder).output == "true\n")
  }

  /// The targets of which there is compiled code. SwiftPM makes folders for others, too, but puts no code in them.
  private func compiledTargets(in folder: String) throws -> Set<String> {
    let folder = URL(filePath: folder).resolvingSymlinksInPath().path(percentEncoded: false)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return Set(paths.compactMap { $0.wholeMatch(of: /(\w+)\.build\/.*\.o/).map { String($0.1) } })
  }

  private let program = """
    import ModuleLifecycle

    final class Session: Module {
      let owned = OwnedObjects()
      static func handlers(_ handlers: inout Handlers<Session>) {
        handlers.answer(DidFinishLaunching.self) { _, _ in true }
      }
    }

    let composite = CompositeDelegate(name: "Consumer")
    try composite.register("Session") { Session() }
    print(composite.send(DidFinishLaunching()))

    """

  /// Builds with the versions that this package has resolved already, so that nothing is looked up.
  private func build(in folder: TemporaryFolder) async throws -> (output: String, status: Int32) {
    let resolved = Package.root.appending(path: "Package.resolved")
    try? FileManager.default.copyItem(at: resolved, to: folder.url.appending(path: "Package.resolved"))
    return try await run(
      URL(filePath: "/usr/bin/env"), ["swift", "build", "--scratch-path", folder.path(of: ".build")], in: folder)
  }

  /// Runs a program with this process's environment, and gives all that it printed.
  private func run(
    _ executable: URL, _ arguments: [String], in folder: TemporaryFolder
  ) async throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    try folder.write("", to: "output")
    let output = try FileHandle(forWritingTo: folder.url.appending(path: "output"))
    (process.standardOutput, process.standardError) = (output, output)
    try await process.runToEnd()
    return (try folder.text(of: "output"), process.terminationStatus)
  }
}
