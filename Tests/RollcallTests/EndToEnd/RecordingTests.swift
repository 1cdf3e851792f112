import Foundation
import RollcallTestingAdditions
import Testing

extension EndToEnd {
  /// Recording from the dashboard.
  @Suite struct RecordingTests {
    private func recordings(in folder: TemporaryFolder) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".rollcall") }
    }

    @Test func aKeyRecordsToANewFile() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.press("R")
      try await terminal.expect("Recording to Shop-", "RECORDING")
      let name = try #require(try recordings(in: terminal.folder).first)
      #expect(name.wholeMatch(of: /Shop-\d{8}-\d{6}\.rollcall/) != nil, "\(name)")
      try await terminal.fire("didFin")
      try await terminal.expect("#1 didFinishLaunching: yes (3 modules)")
      try await terminal.press("R")
      try await terminal.expect("Recorded to \(name): ")
      try await terminal.expectNo("RECORDING")
      let text = try terminal.folder.text(of: name)
      #expect(text.hasSuffix("\n") && text.contains("\"event\":\"didFinishLaunching\""))
    }

    /// Even an event fired right before a signal is in the file.
    @Test(arguments: [
      (Maps.shop, "didFin", "#1 didFinishLaunching"),
      (Maps.push("takes: 1min"), "didReceiveM", "has run didReceiveMemoryWarning for 2."),
    ])
    func everythingIsWrittenWhenASignalEndsIt(map: String, event: String, sign: String) async throws {
      let terminal = try await Terminal.shell(map: map)
      try await terminal.open("sh -c 'echo $$ > process; exec rollcall run --record a.rollcall'")
      try await terminal.expect("the whole screen") { $0.isWhole && $0.contains("RECORDING") }
      try await terminal.fire(event)
      try await terminal.expect(sign)
      let process = try terminal.folder.text(of: "process").trimmingCharacters(in: .whitespacesAndNewlines)
      _ = try await terminal.tmux.send("run-shell 'kill -TERM \(process)'")
      try await terminal.expectPrompt()
      try await expectEqual(terminal.exitStatus(), 143)
      let text = try terminal.folder.text(of: "a.rollcall")
      #expect(text.hasSuffix("\n"))
      #expect(text.contains(event == "didFin" ? "\"type\":\"dispatch\"" : "\"type\":\"running\""))
    }

    @Test func quittingWritesTheEndToo() async throws {
      let terminal = try await Terminal.shell(map: Maps.feed)
      try await terminal.open("rollcall run --record a.rollcall")
      try await terminal.expect("the whole screen") { $0.isWhole }
      try await terminal.press("q")
      try await terminal.expect("Recorded to a.rollcall: ")
      try await terminal.expectPrompt()
      let lines = try terminal.folder.text(of: "a.rollcall").split(separator: "\n")
      #expect(lines.count { $0.contains("\"type\":\"released\"") } >= 3)
    }
  }
}
