import Foundation
import ModuleLifecycle
import StartupTasks
import Testing

@MainActor @Suite struct ReadmeTests {
  private nonisolated static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  private nonisolated static func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  /// The Swift in the README, a block each.
  private nonisolated static func snippets() throws -> [String] {
    let readme = try text("../../README.md")
    return readme.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }

  @Test func everySnippetIsCompiled() throws {
    let compiled = try Self.text("ReadmeSnippets.swift")
    let snippets = try Self.snippets()
    #expect(snippets.count >= 7)
    for snippet in snippets { #expect(compiled.contains(snippet), "not compiled:\n\(snippet)") }
  }

  @Test func everyKindOfWarningIsInItsTable() throws {
    let readme = try Self.text("../../README.md")
    let table = readme.split(separator: "\n").filter { $0.hasPrefix("| `") }.joined()
    for kind in WarningEntry.Kind.allCases { #expect(table.contains("`\(kind)`"), "\(kind)") }
  }

  @Test func theSnippetsWork() throws {
    let composite = try makeComposite()
    #expect(applicationDidFinishLaunching(composite))
    #expect(composite.send(OpenURL(url: try #require(URL(string: "shop:1")))))
    #expect(composite.send(OpenURL(url: try #require(URL(string: "login://ada")))))
    composite.send(DidEnterBackground())
    try composite.remove("Session")
    let released = composite.journal.reader().read().compactMap { entry in
      if case .released(let released) = entry { released.name } else { nil }
    }
    #expect(released == ["thumbnails", "autosave", "userDidLogOut"])
    try testThatFeedGoes()
  }

  @Test func launchWorkIsDoneOnceAndSeen() throws {
    let composite = try makeComposite()
    try registerLaunchWork()
    try runLaunchWork(in: composite)
    try composite.register("Vendors") { Vendors() }
    try postEvents(of: composite)
    #expect(LaunchTasks.shared.waiting == ["maps", "fonts"])
    composite.send(DidFinishLaunching(options: ["quiet": "yes"]))
    #expect(LaunchTasks.shared.waiting == [])
    #expect(try #require(composite.module(Vendors.self, named: "Vendors")).started == ["crash report"])
    let parts = composite.journal.reader().read().compactMap { entry in
      if case .dispatch(let dispatch) = entry { dispatch.handlers.compactMap(\.part) } else { nil }
    }
    #expect(parts == [["maps", "fonts", "crash report"]])
    withExtendedLifetime(Archive()) { composite.send(DidEnterBackground()) }
  }

  @Test func theDeliveriesWork() async throws {
    let composite = CompositeDelegate()
    try await deliver(to: composite)
    #expect(composite.send(DidFinishLaunching()))
    #expect(await composite.send(PerformFetch()) == .newData)
    #expect(await composite.send(DidReceiveRemoteNotification.example) == .newData)
    #expect(!composite.send(WillPay.example))
  }
}
