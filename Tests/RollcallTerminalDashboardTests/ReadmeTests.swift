import Foundation
import ModuleLifecycle
import RollcallStartupTasks
import RollcallTestingAdditions
import Testing

@MainActor @Suite(.inTurn, .serialized) struct ReadmeTests {
  private nonisolated static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The text of a file of the package.
  private nonisolated static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The paths of the articles and landing pages in the products' documentation catalogues.
  private nonisolated static func pages() throws -> [String] {
    let sources = try #require(FileManager.default.enumerator(atPath: root.appending(path: "Sources").path))
    return sources.compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }.sorted().map { "Sources/\($0)" }
  }

  /// The paths of the articles. A landing page has the name of its product.
  private nonisolated static func articles() throws -> [String] {
    try pages().filter { page in
      let parts = page.split(separator: "/")
      return parts.last.map(String.init) != "\(parts[1]).md"
    }
  }

  /// The documents that are read where the repository is, and link to its files.
  private nonisolated static let documents = [
    "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "SUPPORT.md", "Examples/Server/README.md",
    "Examples/Storefront/README.md",
  ]

  /// The blocks of Swift in the README and on the pages.
  private nonisolated static func snippets() throws -> [String] {
    let texts = try (["README.md"] + pages()).map { try text($0) }
    return texts.flatMap { text in
      text.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
    }
  }

  /// The files of the package that a text links to.
  private nonisolated static func links(in text: String) -> [String] {
    text.matches(of: /\]\(([^()\s]+)\)/).map { String($0.1) }.filter { !$0.contains("://") && !$0.hasPrefix("#") }
  }

  /// The code that the tests and the examples compile: for the pages, the tests have files of their own.
  private nonisolated static func compiledSnippets() throws -> String {
    let folders = ["Tests", "Examples"].map { root.appending(path: $0) }
    let files = folders.flatMap { folder -> [URL] in
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    }
    let snippets =
      files
      .filter { $0.path.hasSuffix("Snippets.swift") || $0.path.contains("/Examples/") && $0.pathExtension == "swift" }
      // The package itself can be in such a folder: that of a release is.
      .filter { !$0.path.dropFirst(root.path.count).contains("/.build") }
    return try snippets.map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
  }

  /// The other articles that a page names: "the article *Title* of `Product`".
  private nonisolated static func namedArticles(in text: String) -> [(title: String, product: String)] {
    text.replacing("\n", with: " ").matches(of: /article \*([^*]+)\* of `(\w+)`/)
      .map { (String($0.1), String($0.2)) }
  }

  /// The words in italics in the rows of a text's tables.
  private nonisolated static func titles(inTableOf text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("|") }
      .flatMap { $0.matches(of: /\*([^*]+)\*/).map { String($0.1) } }
  }

  @Test func everySnippetIsCompiled() throws {
    let compiled = try Self.compiledSnippets()
    let snippets = try Self.snippets()
    #expect(snippets.count >= 15)
    for snippet in snippets { #expect(compiled.contains(snippet), "not compiled:\n\(snippet)") }
  }

  @Test func everyKindOfWarningIsInItsTable() throws {
    let page = try Self.text("Sources/RollcallTerminalDashboard/RollcallTerminalDashboard.docc/Warnings.md")
    let table = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.joined()
    for kind in WarningEntry.Kind.allCases { #expect(table.contains("`\(kind)`"), "\(kind)") }
  }

  @Test func everyLinkLeadsToAFile() throws {
    for document in Self.documents {
      let folder = Self.root.appending(path: document).deletingLastPathComponent()
      for link in Self.links(in: try Self.text(document)) {
        let path = String(link.prefix { $0 != "#" })
        let exists = FileManager.default.fileExists(atPath: folder.appending(path: path).path)
        #expect(exists, "\(document) links to \(link)")
      }
    }
  }

  /// DocC checks the links within a product's pages. It has none to another product's, and none to files.
  @Test func pagesNameArticlesThatExist() throws {
    let articles = Set(
      try Self.articles().map { "\($0.split(separator: "/")[1]): \(try Self.text($0).prefix { $0 != "\n" })" })
    for page in try Self.pages() {
      let text = try Self.text(page)
      // DocC finds no article of a module that the page's own product extends. All others are links.
      for (title, product) in Self.namedArticles(in: text) {
        #expect(product == "ModuleLifecycle", "\(page) names an article of \(product): link to it")
        #expect(articles.contains("\(product): # \(title)"), "\(page) names \(title) of \(product)")
      }
      // The table of products names its articles alone.
      for title in page.hasSuffix("/Products.md") ? Self.titles(inTableOf: text) : [] {
        #expect(articles.contains { $0.hasSuffix(": # \(title)") }, "\(page) names \(title)")
      }
      let files = Self.links(in: text).filter { !$0.hasSuffix(".svg") }
      #expect(files.isEmpty, "\(page) links to \(files)")
    }
  }

  /// DocC shows the first paragraph of an article as its summary.
  @Test func everyArticleBeginsWithATitleAndASummary() throws {
    for article in try Self.articles() {
      #expect(try Self.text(article).prefixMatch(of: /# .+\n\n[A-Z]/) != nil, "\(article)")
    }
  }

  @Test func linksAreFound() {
    let text = "[a](A.md), [b](B.md#part) and ![c](../c.png), not [web](https://swift.org), [here](#here), [x] (D.md)"
    expectEqual(Self.links(in: text), ["A.md", "B.md#part", "../c.png"])
  }

  @Test func theReadmeLinksToEveryArticle() throws {
    let links = Set(Self.links(in: try Self.text("README.md")))
    let articles = try Self.articles()
    #expect(articles.count >= 15)
    for article in articles { #expect(links.contains(article), "\(article)") }
  }

  @Test func theReadmeStaysShort() throws {
    let lines = try Self.text("README.md").split(separator: "\n", omittingEmptySubsequences: false)
    // The text ends with a newline, after which there is one more empty line.
    #expect(lines.count - 1 <= 200)
  }

  @Test func theFirstModuleWorks() throws {
    let composite = CompositeDelegate()
    let launched = try launch(composite)
    #expect(launched)
    let owned = composite.journal.reader().readAny().compactMap { entry in
      if case .owned(let owned) = entry { owned.name } else { nil }
    }
    #expect(owned.contains("ring"))
  }

  @Test func theSnippetsWork() throws {
    let composite = try makeComposite()
    #expect(composite.send(DidFinishLaunching()))
    #expect(!composite.send(OpenURL(url: try #require(URL(string: "shop:1")))))
    #expect(composite.send(OpenURL(url: try #require(URL(string: "login://ada")))))
    composite.send(DidEnterBackground())
    try composite.remove("Session")
    let released = composite.journal.reader().readAny().compactMap { entry in
      if case .released(let released) = entry { released.name } else { nil }
    }
    expectEqual(released, ["thumbnails", "autosave", "userDidLogOut"])
  }

  @Test func launchWorkIsDoneOnceAndSeen() throws {
    let composite = try makeComposite()
    try registerLaunchWork()
    try runLaunchWork(in: composite)
    try composite.register("Vendors") { Vendors() }
    try postEvents(of: composite)
    expectEqual(LaunchTasks.shared.waiting, ["maps", "fonts"])
    composite.send(DidFinishLaunching(options: ["quiet": "yes"]))
    expectEqual(LaunchTasks.shared.waiting, [])
    try expectEqual(#require(composite.module(Vendors.self, named: "Vendors")).started, ["crash report"])
    let parts = composite.journal.reader().readAny().compactMap { entry in
      if case .dispatch(let dispatch) = entry { dispatch.handlers.compactMap(\.part) } else { nil }
    }
    expectEqual(parts, [["maps", "fonts", "crash report"]])
    withExtendedLifetime(Archive()) { composite.send(DidEnterBackground()) }
  }

  @Test func theDeliveriesWork() async throws {
    let composite = CompositeDelegate()
    try await deliver(to: composite)
    #expect(composite.send(DidFinishLaunching()))
    await expectEqual(composite.send(PerformFetch()), .newData)
    await expectEqual(composite.send(DidReceiveRemoteNotification.example), .newData)
    #expect(!composite.send(WillPay(amount: 42)))
  }
}
