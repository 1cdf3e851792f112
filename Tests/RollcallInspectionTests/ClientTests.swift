import Foundation
import RollcallTestingAdditions
import Testing

@testable import RollcallInspection

/// The protocol's page is enough to write another client: the tests run the page's own client.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct ClientTests {
  private static let python = tool("python3")

  private func run(_ arguments: [String]) async throws -> (text: String, code: Int32) {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/RollcallInspection/RollcallInspection.docc/Protocol.md").standardizedFileURL
    let text = try String(contentsOf: page, encoding: .utf8)
    let program = try #require(
      text.components(separatedBy: "```python\n").dropFirst().first?.components(separatedBy: "```").first)
    let process = Process()
    process.executableURL = URL(filePath: try #require(Self.python))
    process.arguments = ["-c", program] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let told = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: told, as: UTF8.self), process.terminationStatus)
  }

  @Test(.enabled(if: python != nil, "needs python3")) func theClientOfTheDocumentationFiresAnEvent() async throws {
    let shop = try await InspectedShop()
    let (text, code) = try await run([shop.path, "openURL"])
    let lines = text.split(separator: "\n")
    #expect(lines.first == "hello Shop notRunning" && lines.last == "finished" && code == 0, "\(text)")
    #expect(lines.contains { $0.contains(" openURL ") })
    await shop.end()
  }

  @Test(.enabled(if: python != nil, "needs python3")) func theClientIsToldWhyItIsRefused() async throws {
    let shop = try await InspectedShop(allowing: .view)
    let (text, code) = try await run([shop.path, "openURL"])
    #expect(text == "hello Shop notRunning\nrefused: This inspector may look, and change nothing.\n" && code == 1)
    await shop.end()
  }
}
