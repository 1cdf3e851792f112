import Foundation
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallReports

/// Charts are legible: nothing overlaps, nothing is cut, and colours contrast with their background.
@Suite(.inTurn, .serialized) struct ChartTests {
  /// From one module to more modules than rows, with names of all kinds.
  @Test(arguments: [1, 2, 12, 60, 200, 201, 500])
  func labelsAreSeparateAndInside(count: Int) throws {
    let names = (1...count).map { index in
      ["Feed", "支付与结算模块的名称非常长，长到放不下", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦💳🇩🇪 Family", String(repeating: "WM", count: 40), "a"][index % 5]
        + "\(index)"
    }
    var sketch = Sketch(entries: [Sketch.launch(of: names)])
    sketch.header.application = "Ein Geschäft mit sehr langem Namen, das kaum in eine Zeile passt: 非常长的应用程序名称"
    for budget: UInt64? in [nil, 1, 3_000_000, 40_000_000_000_000] {
      let drawing = try drawing(of: sketch, ExportOptions(budgetNanoseconds: budget))
      let boxes = drawing.labels.map { ($0.text, $0.box) }
      for (text, box) in boxes {
        #expect(
          box.x >= 0 && box.y >= 0 && box.maxX <= ChartStyle.width && box.maxY <= drawing.height, "\(text): \(box)")
      }
      for (index, (text, box)) in boxes.enumerated() {
        for (other, otherBox) in boxes[(index + 1)...] {
          let isApart =
            box.maxX <= otherBox.x || otherBox.maxX <= box.x || box.maxY <= otherBox.y || otherBox.maxY <= box.y
          #expect(isApart, "\(text) and \(other)")
        }
      }
      for shape in drawing.shapes {
        let covered = boxes.first { _, box in
          box.x < shape.box.maxX && shape.box.x < box.maxX && box.y < shape.box.maxY && shape.box.y < box.maxY
        }
        #expect(covered == nil, "\(shape) and \(covered?.0 ?? "")")
        #expect(
          shape.box.x >= 0 && shape.box.maxX <= ChartStyle.width && shape.box.maxY <= drawing.height
            && shape.box.width > 0 && shape.box.height > 0, "\(shape)")
      }
    }
  }

  @Test func onlyTheSlowestOfManyModulesHaveRows() throws {
    let chart = try chart(of: Sketch(entries: [Sketch.launch(of: (1...201).map { "M\($0)" })]))
    expectEqual(chart.rows.count, 1 + 60 + 1)
    #expect(chart.rows[1].name == "M142" && chart.rows[60].name == "M201")
    expectEqual(chart.rows[61].name, "141 quicker modules")
    #expect(chart.rows[61].total == (1...141).reduce(0) { $0 + $1 * 1_000_000 })
    let all = try self.chart(of: Sketch(entries: [Sketch.launch(of: (1...200).map { "M\($0)" })]))
    expectEqual(all.rows.count, 201)
  }

  @Test func slowModulesAreMarkedInText() throws {
    let chart = try chart(
      of: Sketch(entries: [
        Sketch.dispatch(
          1, "didFinishLaunching",
          [
            Sketch.span("Feed", id: 1, total: 10_000_000),
            Sketch.span("Third", id: 2, start: 10_000_000, total: 40_000_000, own: 1_000_000),
            Sketch.span("Third", id: 2, start: 10_000_000, total: 39_000_000, parent: 1, part: "crash report"),
            Sketch.span("Push", id: 3, start: 50_000_000, total: 50_000_000),
            Sketch.span("Off", id: 4, start: 100_000_000, total: 0, outcome: .skipped),
            Sketch.span("Last", id: 5, start: 100_000_000, total: 1_000),
          ])
      ]))
    expectEqual(
      chart.rows.map { [$0.name, $0.mark] },
      [
        ["didFinishLaunching", ""], ["Feed", ""], ["Third", "slow"], ["crash report", ""], ["Push", "slowest"],
        ["Last", ""],
      ])
    expectEqual(chart.summary, "100.0 ms in all: didFinishLaunching 100.0 ms. Slowest: Push, 50.0 ms. \(leftOut)")
  }

  @Test func theFirstLaunchIsChartedWithThePrecedingEvents() throws {
    let entries = [
      Sketch.dispatch(1, "willFinishLaunching", at: 0, [Sketch.span("Feed", total: 2_000_000)]),
      Sketch.dispatch(2, "didFinishLaunching", at: 900_000_000, [Sketch.span("Feed", total: 3_000_000)]),
      Sketch.dispatch(3, "didFinishLaunching", at: 990_000_000, [Sketch.span("Feed", total: 9_000_000)]),
      Sketch.dispatch(4, "openURL", at: 0, [Sketch.span("Feed", total: 1)]),
      Sketch.dispatch(5, "openURL", at: 0, [Sketch.span("Feed", total: 7)]),
    ]
    let launch = try chart(of: Sketch(entries: entries))
    expectEqual(launch.subject, "willFinishLaunching #1, then didFinishLaunching #2")
    #expect(launch.choice == "the first of 2" && launch.length == 903_000_000)
    #expect(launch.rows.map(\.name).first == "nothing of ours ran" && launch.rows[0].own == 898_000_000)
    expectEqual(launch.rows.map(\.start), [2_000_000, 0, 0, 900_000_000, 900_000_000])
    let other = try chart(of: Sketch(entries: entries), ExportOptions(event: "openURL"))
    #expect(other.subject == "openURL #5" && other.choice == "the slowest of 2" && other.title == "Shop: openURL")
  }

  @Test func creationIsChartedBeforeTheEvents() throws {
    let chart = try chart(of: Sketch.coldLaunch)
    expectEqual(chart.length, 430_000_000)
    expectEqual(
      chart.rows.map { [$0.name, "\($0.depth)", "\($0.start / 1_000_000)", "\($0.own / 1_000_000)", $0.mark] },
      [
        ["3 modules created", "0", "0", "311", ""], ["Legacy", "1", "0", "300", "slowest"],
        ["2 quicker modules", "1", "0", "11", ""], ["nothing of ours ran", "0", "321", "89", ""],
        ["didFinishLaunching", "0", "400", "30", ""], ["Legacy", "1", "400", "2", ""],
        ["Feed", "1", "402", "28", "slow"],
      ])
    let parts =
      "3 modules created 311.0 ms, didFinishLaunching 30.0 ms, nothing of ours ran 89.0 ms. "
      + "Slowest: Legacy, 302.0 ms, of which its creation took 300.0 ms. The time before main is not in it."
    expectEqual(chart.summary, "430.0 ms in all: \(parts)")
    // A budget from the options applies to the whole launch.
    let over = try self.chart(of: Sketch.coldLaunch, ExportOptions(budgetNanoseconds: 100_000_000))
    #expect(over.summary == "430.0 ms, 330.0 ms over its budget of 100.0 ms: \(parts)" && over.budgetEnd == 100_000_000)
    // A budget from the map applies to the event.
    var sketch = Sketch.coldLaunch
    sketch.entries.insert(
      .running(
        RunningEntry(
          module: "Feed", event: "didFinishLaunching", dispatch: 1, atNanoseconds: 0, runningNanoseconds: 0,
          thresholdNanoseconds: 5, budgetNanoseconds: 20_000_000)), at: 4)
    let event = try self.chart(of: sketch)
    expectEqual(
      event.summary, "430.0 ms in all, of which the events took 30.0 ms, 10.0 ms over their budget of 20.0 ms: \(parts)"
    )
    expectEqual(event.budgetEnd, 420_000_000)
  }

  @Test func manyShortCreationsAreOneRow() throws {
    let created = (1...10_000).map {
      Sketch.creation("M\($0)", id: UInt64($0), at: UInt64($0), milliseconds: 1)
    }
    let launch = Sketch.dispatch(1, "didFinishLaunching", at: 20_000_000_000, [Sketch.span("M1", total: 5_000_000)])
    let rows = try chart(of: Sketch(entries: created + [launch])).rows
    expectEqual(rows.map(\.name), ["10,000 modules created", "nothing of ours ran", "didFinishLaunching", "M1"])
  }

  @Test func theBudgetIsMarkedWhereItIsNear() throws {
    let sketch = Sketch(entries: [Sketch.launch(of: ["Feed"])])
    let near = try drawing(of: sketch, ExportOptions(budgetNanoseconds: 1_500_000))
    #expect(near.labels.contains { $0.text == "budget 1.5 ms" } && near.scale == 1_500_000)
    expectEqual(
      near.chart.summary,
      "1.0 ms of a budget of 1.5 ms, 67%: didFinishLaunching 1.0 ms. Slowest: Feed, 1.0 ms. \(leftOut)")
    let over = try drawing(of: sketch, ExportOptions(budgetNanoseconds: 400_000))
    expectEqual(
      over.chart.summary,
      "1.0 ms, 0.6 ms over its budget of 0.4 ms: didFinishLaunching 1.0 ms. Slowest: Feed, 1.0 ms. \(leftOut)")
    let far = try drawing(of: sketch, ExportOptions(budgetNanoseconds: 20_000_000_000))
    #expect(!far.labels.contains { $0.text.hasPrefix("budget") } && far.scale == 1_000_000)
  }

  @Test func anExceededBudgetIsKnownFromTheRecording() throws {
    let running = RunningEntry(
      module: "Feed", event: "didFinishLaunching", dispatch: 1, atNanoseconds: 0, runningNanoseconds: 0,
      thresholdNanoseconds: 5, budgetNanoseconds: 800_000)
    let chart = try chart(of: Sketch(entries: [.running(running), Sketch.launch(of: ["Feed"])]))
    expectEqual(chart.budget, 800_000)
  }

  @Test func aDispatchIsChartedByItsNumber() throws {
    let running = RunningEntry(
      module: "Feed", event: "openURL", dispatch: 2, atNanoseconds: 0, runningNanoseconds: 0, thresholdNanoseconds: 5,
      budgetNanoseconds: 700_000)
    let sketch = Sketch(entries: [
      Sketch.launch(of: ["Feed"]), Sketch.dispatch(3, "openURL", [Sketch.span("Feed", total: 900)]), .running(running),
      Sketch.dispatch(2, "openURL", [Sketch.span("Mail", total: 5)]),
    ])
    var choice = DispatchChoice(ExportOptions(dispatch: 2), header: sketch.header)
    for entry in sketch.entries { choice.add(entry) }
    let chart = BootChart(try #require(choice.chosen), header: sketch.header)
    #expect(chart.subject == "openURL #2" && chart.choice == "" && chart.budget == 700_000)
    #expect(chart.rows.contains { $0.name == "Mail" })
    #expect(try sketch.export(.markdown, ExportOptions(dispatch: 3)).contains("openURL"))
    for format in [ExportFormat.svg, .markdown] {
      let error = #expect(throws: ExportError.self) { _ = try sketch.export(format, ExportOptions(dispatch: 9)) }
      expectEqual(error?.description, "There is no dispatch #9 in the recording. It has 3 others.")
    }
  }

  @Test func anEventThatIsNotInTheRecordingIsAnError() throws {
    let sketch = Sketch(entries: [Sketch.dispatch(1, "openURL", []), Sketch.dispatch(2, "didBecomeActive", [])])
    func problem(_ sketch: Sketch, _ event: String?) -> String {
      do {
        _ = try sketch.export(.svg, ExportOptions(event: event))
        return ""
      } catch {
        return "\(error)"
      }
    }
    expectEqual(
      problem(sketch, nil),
      "There is no launch in the recording: didFinishLaunching was not fired. "
        + "It has: didBecomeActive, openURL.")
    let wild = Sketch(entries: [Sketch.dispatch(1, "a\u{1B}[2J" + String(repeating: "x", count: 80), [])])
    let name = "a\u{FFFD}[2J\(String(repeating: "x", count: 55))…"
    expectEqual(
      problem(wild, nil),
      "There is no launch in the recording: didFinishLaunching was not fired. "
        + "It has: \(name).")
    let wanted = "\u{9B}2J\(String(repeating: "z", count: 80))"
    let shown = "\u{FFFD}2J\(String(repeating: "z", count: 57))…"
    expectEqual(
      problem(sketch, wanted), "There is no \(shown) in the recording. It has: didBecomeActive, openURL.")
    expectEqual(problem(sketch, "openUrls"), "There is no openUrls in the recording. Did you mean 'openURL'?")
    expectEqual(problem(sketch, "zzz"), "There is no zzz in the recording. It has: didBecomeActive, openURL.")
    expectEqual(problem(Sketch(), nil), "There is no event in the recording, so there is nothing to chart.")
  }

  /// The contrasts of the web's accessibility guidelines, in light and dark mode: 4.5 to 1 for text, 3 to 1 for bars.
  @Test func coloursAreDistinguishable() {
    for ink in ChartStyle.texts {
      #expect(contrast(ink.light, ChartStyle.paper.light) >= 4.5, "\(ink)")
      #expect(contrast(ink.dark, ChartStyle.paper.dark) >= 4.5, "\(ink)")
    }
    for ink in [ChartStyle.own, ChartStyle.slow, ChartStyle.budget] {
      #expect(contrast(ink.light, ChartStyle.paper.light) >= 3 && contrast(ink.dark, ChartStyle.paper.dark) >= 3)
    }
    #expect(contrast(ChartStyle.own.light, ChartStyle.inner.light) >= 3)
    #expect(contrast(ChartStyle.own.dark, ChartStyle.inner.dark) >= 3)
  }

  @Test func theDocumentIsWellFormedForAllNames() throws {
    let sketch = Sketch(entries: [Sketch.launch(of: ["<a href=\"&\">", "\u{0}\u{1B}]\u{FFFF}x", "支付"])])
    let text = try sketch.export(.svg)
    #expect(text.contains("&lt;a href=&quot;&amp;&quot;&gt;") && text.contains("\u{FFFD}\u{FFFD}]\u{FFFD}x"))
    #expect(text.contains("@media (prefers-color-scheme:dark)") && !text.contains("<a") && !text.contains("url("))
    expectEqual(text.components(separatedBy: "<text").count, text.components(separatedBy: "</text>").count)
  }

  private let leftOut = "Neither creating the modules nor the time before main is in it."

  private func choice(of sketch: Sketch, _ options: ExportOptions) throws -> DispatchChoice.Chosen {
    var choice = DispatchChoice(options, header: sketch.header)
    for entry in sketch.entries { choice.add(entry) }
    return try #require(choice.chosen)
  }

  private func chart(of sketch: Sketch, _ options: ExportOptions = ExportOptions()) throws -> BootChart {
    BootChart(try choice(of: sketch, options), header: sketch.header)
  }

  private func drawing(of sketch: Sketch, _ options: ExportOptions) throws -> ChartDrawing {
    ChartDrawing(try chart(of: sketch, options))
  }

  private func contrast(_ left: String, _ right: String) -> Double {
    func luminance(_ color: String) -> Double {
      let value = Int(color.dropFirst(), radix: 16) ?? 0
      let parts = [value >> 16, value >> 8 & 255, value & 255].map { part in
        let part = Double(part) / 255
        return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let (light, dark) = (max(luminance(left), luminance(right)), min(luminance(left), luminance(right)))
    return (light + 0.05) / (dark + 0.05)
  }
}
