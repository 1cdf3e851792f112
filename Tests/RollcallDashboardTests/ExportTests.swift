import ModuleLifecycle
import RollcallInspection
import RollcallReports
import RollcallTerminalUI
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import RollcallDashboard

/// The export sheet with its formats, and the reports about the file.
@MainActor @Suite(.inTurn, .serialized) struct ExportTests {
  private let summary = ExportSummary(
    path: "Storefront-20261121-152854.svg", byteCount: 8_945, entryCount: 1_204, missing: 0)

  @Test func arrowsAndLettersChooseAndEnterExports() throws {
    let driver = try Driver().press(.character("e"))
    #expect(driver.line(with: "Export as") != nil)
    #expect(driver.line(with: "▸ trace     opens in Perfetto and chrome://tracing") != nil)
    driver.press(.down, .down)
    #expect(driver.line(with: "▸ json") != nil)
    driver.press(.down, .down, .down, .down)
    #expect(driver.line(with: "▸ otlp      OpenTelemetry traces, one request per line") != nil)
    driver.press(.character("s"))
    #expect(driver.line(with: "▸ svg") != nil)
    driver.press(.character("x"))
    #expect(driver.line(with: "▸ svg") != nil, "a letter that begins no format does nothing")
    driver.press(.enter)
    #expect(driver.state.layers.isEmpty && driver.lines[1] == " Exporting as svg...".padded(toColumns: 120))
  }

  /// A chart shows the pinned dispatch. A table has all dispatches anyway.
  @Test func aChartShowsThePinnedDispatch() throws {
    let driver = try Driver()
    driver.composite.send(DidFinishLaunching())
    driver.composite.send(DidBecomeActive())
    driver.pull()
    driver.press(.character("e"))
    #expect(driver.line(with: "svg and markdown: only") == nil)
    driver.press(.escape, .character("["), .character("e"))
    let dispatch = try #require(driver.state.pinned?.dispatch)
    expectEqual(dispatch.event, "didFinishLaunching")
    #expect(driver.line(with: "svg and markdown: only the shown #\(dispatch.id) didFinishLaunching.") != nil)
    func export(_ format: ExportFormat) -> [Effect] {
      var state = driver.state
      return state.export(format, to: nil)
    }
    expectEqual(export(.svg), [.export(format: .svg, path: nil, dispatch: dispatch.id)])
    expectEqual(export(.markdown), [.export(format: .markdown, path: nil, dispatch: dispatch.id)])
    expectEqual(export(.csv), [.export(format: .csv, path: nil, dispatch: nil)])
  }

  @Test func escapeExportsNothing() throws {
    let driver = try Driver()
    let before = driver.lines[1]
    driver.press(.character("e"), .escape)
    #expect(driver.state.layers.isEmpty && driver.lines[1] == before)
  }

  @Test func theMouseChoosesAndExports() throws {
    let driver = try Driver().press(.character("e")).click(on: "markdown")
    #expect(driver.line(with: "▸ markdown") != nil)
    driver.click(on: "csv", twice: true)
    #expect(driver.lines[1].hasPrefix(" Exporting as csv..."))
  }

  @Test func theHeadlineNamesTheFileItsSizeAndWhatIsMissing() throws {
    let driver = try Driver()
    driver.act(.exported(summary))
    #expect(driver.lines[1].hasPrefix(" Exported to Storefront-20261121-152854.svg, 8.9 kB, 1,204 entries. "))
    var partial = summary
    partial.missing = 312
    driver.act(.exported(partial))
    #expect(driver.lines[1].contains(" without 312 dropped entries: 8.9 kB, 1,204 entries. "))
    driver.resize(80, 24)
    #expect(driver.lines[1].hasPrefix(" Exported to Storefront-20261121-152854.svg without 312 dropped entries. "))
  }

  @Test func aFrozenViewStaysFrozen() throws {
    let driver = try Driver().press(.character(" "), .character("e"), .enter)
    #expect(driver.state.isFrozen)
  }

  @Test func withoutFormatsNoSheetOpens() throws {
    var state = DashboardState(
      source: Hello(application: "A", startedNanoseconds: 0), size: Size(width: 80, height: 24))
    #expect(state.update(.key(.character("e")), now: 0) == [] && state.layers.isEmpty)
    #expect(!KeyBar(state: state).keyNames(glyphs: .unicode).contains("e"))
  }

  @Test func typedLinesExport() throws {
    let driver = try Driver()
    driver.act(.line("export"))
    expectEqual(driver.said.first, "trace: opens in Perfetto and chrome://tracing.")
    expectEqual(driver.said.last, "Write 'export FORMAT [FILE]'.")
    driver.act(.line("export svgg"))
    expectEqual(driver.complaints, ["There is no format 'svgg'. Did you mean 'svg'?"])
    var state = driver.state
    expectEqual(state.update(.line("export csv"), now: 0), [.export(format: .csv, path: nil)])
    expectEqual(
      state.update(.line("export SVG \"my boot.svg\""), now: 0), [.export(format: .svg, path: "my boot.svg")])
  }
}
