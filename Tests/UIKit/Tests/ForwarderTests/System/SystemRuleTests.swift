import Foundation
import Testing
import UIKit

/// The README and the simulated system agree on the rules and on their sources.
@Suite struct SystemRuleTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let readMe = package.appending(path: "README.md")

  private static func row(_ rule: SystemRule) -> String {
    let sources = rule.sources.map { "[\($0.title)](\($0.address))" }
    return "| `\(rule)` | \(rule.statement) | \(rule.isAssumed ? "*assumed*" : sources.joined(separator: "; ")) |"
  }

  /// With `ROLLCALL_RECORD_GOLDENS`, the table is written again.
  @Test func theReadMeHasTheRules() throws {
    let text = try String(contentsOf: Self.readMe, encoding: .utf8)
    let (begin, end) = ("| Rule | What the system does | Source |\n|-|-|-|\n", "\n\n<!-- End of the rules -->")
    let start = try #require(text.range(of: begin)).upperBound
    let stop = try #require(text.range(of: end)).lowerBound
    let table = SystemRule.allCases.map(Self.row).joined(separator: "\n")
    if ProcessInfo.processInfo.environment["ROLLCALL_RECORD_GOLDENS"] != nil {
      try text.replacingCharacters(in: start..<stop, with: table).write(
        to: Self.readMe, atomically: true, encoding: .utf8)
    } else {
      #expect(text[start..<stop] == table)
    }
  }

  @Test func theCodeNamesEachRule() throws {
    let folder = Self.package.appending(path: "Sources/UIKit")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") && !$0.contains("SystemRule") }
    let comments = try files.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
      .split(separator: "\n").filter { $0.contains("Rule") && $0.contains("//") }.joined()
    for rule in SystemRule.allCases { #expect(comments.contains("\(rule)"), "no code is said to follow \(rule)") }
  }
}
