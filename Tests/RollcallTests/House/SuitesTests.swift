import Foundation
import RollcallTestingAdditions
import Testing

/// Every suite waits for its turn: see `InTurn`. Its own tests do not.
@Suite(.inTurn, .serialized) struct SuitesTests {
  @Test func everySuiteWaitsForItsTurn() throws {
    let tests = Package.root.appending(path: "Tests")
    let targets = try FileManager.default.contentsOfDirectory(atPath: tests.path).filter { $0.hasSuffix("Tests") }
    var (count, without) = (0, [String]())
    for target in targets {
      for case let file as URL in try #require(
        FileManager.default.enumerator(at: tests.appending(path: target), includingPropertiesForKeys: nil))
      where file.pathExtension == "swift" {
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        where line.contains(/^(@MainActor )?@Suite/) {
          count += 1
          if !line.contains("@Suite(.inTurn, .serialized"), file.lastPathComponent != "InTurnTests.swift" {
            without.append("\(file.lastPathComponent): \(line)")
          }
        }
      }
    }
    #expect(count > 300)
    expectEqual(without, [])
  }
}
