import Foundation
import Testing

/// The article *A thousand-line app delegate in six steps* shows everything that a step changes.
@Suite struct ArticleTests {
  private static let example = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let article = "Sources/ModuleLifecycle/ModuleLifecycle.docc/Migrating.md"

  /// The blocks of one step in the article.
  private struct Section {
    var text: String
    var swift: [String]
    /// The parts of property lists.
    var xml: [String]
    var added: [String]
    var removed: [String]

    init(step: Int) throws {
      let url = example.deletingLastPathComponent().deletingLastPathComponent().appending(path: article)
      let sections = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n## ")
      let section = try #require(sections.first { $0.hasPrefix("Step \(step): ") })
      text = section
      func blocks(_ language: String) -> [String] {
        section.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
          $0.components(separatedBy: "\n```").first
        }
      }
      let changes = blocks("diff").flatMap { $0.split(separator: "\n") }
      swift = blocks("swift")
      xml = blocks("xml")
      added = changes.filter { $0.hasPrefix("+") }.map { String($0.dropFirst()) }
      removed = changes.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }
    }

    /// Whether the article has the whole file; of a property list, what is inside its frame.
    func shows(_ file: String) -> Bool {
      let frame = file.components(separatedBy: "<dict>\n").first.map { $0 + "<dict>\n" } ?? ""
      return swift.contains(file.trimmingCharacters(in: .newlines))
        || xml.contains { file == "\(frame)\($0)\n</dict>\n</plist>\n" }
    }
  }

  /// The files of a target by the name of the file. The old delegate is renamed in step 1.
  private static func sources(of target: String) throws -> [String: String] {
    let folder = example.appending(path: "Sources/\(target)")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.reduce(into: [:]) { sources, file in
      let name = target == "Before" ? "LegacyDelegate.swift" : file.lastPathComponent
      sources[name] = try String(contentsOf: file, encoding: .utf8)
    }
  }

  private static func lines(_ text: String) -> [String] {
    text.components(separatedBy: "\n").filter { !$0.isEmpty }
  }

  /// The first lines without the second ones, each taken away as often as it occurs.
  private static func lines(_ lines: [String], without others: [String]) -> [String] {
    var counts = Dictionary(others.map { ($0, 1) }, uniquingKeysWith: +)
    return lines.filter { line in
      guard let count = counts[line], count > 0 else { return true }
      counts[line] = count - 1
      return false
    }
  }

  @Test(arguments: 1...6) func theArticleShowsWhatAStepChanges(step: Int) throws {
    let section = try Section(step: step)
    let old = try Self.sources(of: step == 1 ? "Before" : "Step\(step - 1)")
    let new = try Self.sources(of: "Step\(step)")
    for name in old.keys where new[name] == nil {
      #expect(section.text.contains("Delete ") && section.text.contains("`\(name)`"), "step \(step) has no \(name)")
    }
    let blocks = section.swift.flatMap(Self.lines)
    for (name, text) in new where !section.shows(text) {
      let (before, after) = (Self.lines(try #require(old[name], "\(name) is not shown")), Self.lines(text))
      let (gone, come) = (Self.lines(before, without: after), Self.lines(after, without: before))
      for line in come {
        let isShown = section.added.contains(line) || blocks.contains(line) || section.text.contains("Add `\(line)` ")
        #expect(isShown, "step \(step), \(name) has a new line \(line)")
      }
      // A line that is in a part now is still there.
      for line in gone where !come.contains(where: { $0.contains(line.trimmingCharacters(in: .whitespaces)) }) {
        #expect(section.removed.contains(line), "step \(step), \(name) has lost the line \(line)")
      }
    }
    let (oldLines, newLines) = (old.values.flatMap(Self.lines), new.values.flatMap(Self.lines))
    for line in section.removed { #expect(oldLines.contains(line), "step \(step) deletes \(line)") }
    for line in section.added { #expect(newLines.contains(line), "step \(step) adds \(line)") }
  }

  @Test(arguments: 1...6) func theArticleShowsTheCodeOfItsStep(step: Int) throws {
    let tests = try String(
      contentsOf: Self.example.appending(path: "Tests/StorefrontTests/ModuleTests.swift"), encoding: .utf8)
    let files = try Array(Self.sources(of: "Step\(step)").values) + (step == 5 ? [tests] : [])
    for block in try Section(step: step).swift {
      #expect(files.contains { $0.contains(block) }, "step \(step) does not have:\n\(block)")
    }
  }

  /// Step 1 changes one line of the old delegate.
  @Test func step1RenamesTheOldDelegate() throws {
    let before = try #require(try Self.sources(of: "Before")["LegacyDelegate.swift"])
    let after = try #require(try Self.sources(of: "Step1")["LegacyDelegate.swift"])
    #expect(after == before.replacing("class AppDelegate:", with: "final class LegacyDelegate:"))
  }
}
