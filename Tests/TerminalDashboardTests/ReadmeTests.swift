import Foundation
import ModuleLifecycle
import StartupTasks
import Testing

@MainActor @Suite struct ReadmeTests {
  private nonisolated static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The text of a file of the package.
  private nonisolated static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The paths of the pages in `Documentation`.
  private nonisolated static func pages() throws -> [String] {
    let folder = root.appending(path: "Documentation")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return files.map(\.lastPathComponent).filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }
  }

  /// The Swift in the README and on the pages, a block each.
  private nonisolated static func snippets() throws -> [String] {
    let texts = try (["README.md"] + pages()).map { try text($0) }
    return texts.flatMap { text in
      text.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
    }
  }

  /// What a text links to in the package: not the web, and not a place in the text itself.
  private nonisolated static func links(in text: String) -> [String] {
    text.matches(of: /\]\(([^()\s]+)\)/).map { String($0.1) }.filter { !$0.contains("://") && !$0.hasPrefix("#") }
  }

  /// What tests, those in packages of their own and examples compile for the pages.
  private nonisolated static func compiledSnippets() throws -> String {
    let folders = ["Tests", "Examples"].map { root.appending(path: $0) }
    let files = folders.compactMap { FileManager.default.enumerator(at: $0, includingPropertiesForKeys: nil) }
      .flatMap { $0.compactMap { $0 as? URL } }
      .filter { $0.lastPathComponent.hasSuffix("Snippets.swift") && !$0.path.contains("/.build") }
    return try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
  }

  @Test func everySnippetIsCompiled() throws {
    let compiled = try Self.compiledSnippets()
    let snippets = try Self.snippets()
    #expect(snippets.count >= 15)
    for snippet in snippets { #expect(compiled.contains(snippet), "not compiled:\n\(snippet)") }
  }

  @Test func everyKindOfWarningIsInItsTable() throws {
    let page = try Self.text("Documentation/Warnings.md")
    let table = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.joined()
    for kind in WarningEntry.Kind.allCases { #expect(table.contains("`\(kind)`"), "\(kind)") }
  }

  @Test func everyLinkLeadsToAFile() throws {
    for document in try ["README.md", "CONTRIBUTING.md"] + Self.pages() {
      let folder = Self.root.appending(path: document).deletingLastPathComponent()
      for link in Self.links(in: try Self.text(document)) {
        let path = String(link.prefix { $0 != "#" })
        let exists = FileManager.default.fileExists(atPath: folder.appending(path: path).path)
        #expect(exists, "\(document) links to \(link)")
      }
    }
  }

  @Test func linksAreFound() {
    let text = "[a](A.md), [b](B.md#part) and ![c](../c.png), not [web](https://swift.org), [here](#here), [x] (D.md)"
    #expect(Self.links(in: text) == ["A.md", "B.md#part", "../c.png"])
  }

  @Test func theReadmeLinksToEveryPage() throws {
    let links = Set(Self.links(in: try Self.text("README.md")))
    let pages = try Self.pages()
    #expect(pages.count >= 8)
    for page in pages { #expect(links.contains(page), "\(page)") }
  }

  @Test func theReadmeStaysShort() throws {
    let lines = try Self.text("README.md").split(separator: "\n", omittingEmptySubsequences: false)
    // The last line ends with a newline, behind which there is one more.
    #expect(lines.count - 1 <= 120)
  }

  @Test func theFirstModuleWorks() throws {
    let composite = CompositeDelegate()
    let launched = try launch(composite)
    #expect(launched)
    let owned = composite.journal.reader().read().compactMap { entry in
      if case .owned(let owned) = entry { owned.name } else { nil }
    }
    #expect(owned.contains("ring"))
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
