import Foundation
import RollcallTestingAdditions
import Testing

extension EndToEnd {
  /// Exporting the journal from the dashboard.
  @Suite struct ExportingTests {
    @Test func aChartIsWrittenBesideTheMap() async throws {
      let terminal = try await Terminal.start(map: Maps.shop)
      try await terminal.fire("didFinish")
      try await terminal.expect("#1 didFinishLaunching")
      try await terminal.press("e")
      try await terminal.expect("Export as", "▸ trace     opens in Perfetto", "Enter export")
      try await terminal.press("s")
      try await terminal.expect("▸ svg       a boot chart of the launch")
      try await terminal.press(.enter)
      let screen = try await terminal.expect("the path of the file") { $0.lines[1].contains("Exported to Shop-") }
      let name = try #require(screen.lines[1].firstMatch(of: /Shop-\d{8}-\d{6}\.svg/)).output
      try await terminal.press("q")
      try await terminal.expectPrompt()
      let output = try await terminal.shell("head -c 4 \(name); echo; ls | grep -c part")
      expectEqual(output, ["<svg", "0"])
    }

    @Test func aPictureIsNotWrittenToATerminal() async throws {
      let terminal = try await Terminal.shell(map: Maps.shop)
      let output = try await terminal.shell(
        "rollcall fire didFinishLaunching --json > boot.rollcall; rollcall export boot.rollcall --format svg; echo $?")
      expectEqual(
        output, ["svg is not for reading in a terminal. --output names a file to write.", "64"])
    }

    @Test func aFileIsWrittenWhileAHandlerHangs() async throws {
      let terminal = try await Terminal.start(map: Maps.push("takes: 1min"))
      try await terminal.fire("didFinish")
      try await terminal.expect("#1 didFinishLaunching")
      try await terminal.fire("didReceiveM")
      try await terminal.expect("Push has run didReceiveMemoryWarning for ")
      try await terminal.press("e", "c", .enter)
      // The screen shows the handler all the time, and the file only for a moment.
      let folder = terminal.folder.path
      try await terminal.expect("a table beside the map") { _ in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.contains { $0.hasSuffix(".csv") }
      }
      try await terminal.press("q")
      try await terminal.expectPrompt()
      let output = try await terminal.shell("head -c 8 Application-*.csv; echo")
      expectEqual(output, ["dispatch"])
    }
  }
}
