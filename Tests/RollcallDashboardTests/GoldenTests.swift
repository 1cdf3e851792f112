import ModuleLifecycleTesting
import RollcallDelegateLab
import RollcallInspection
import RollcallTerminalUI
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

@MainActor @Suite(.inTurn, .serialized) struct GoldenTests {
  nonisolated static let sizes = [
    Size(width: 60, height: 15), .init(width: 80, height: 24), .init(width: 120, height: 40),
    .init(width: 200, height: 50),
  ]

  func golden(_ view: String, _ driver: Driver) { expectGolden(view) { driver.screen($0) } }

  @Test(arguments: sizes) func start(size: Size) throws {
    golden("start", try Driver(size: size))
  }

  @Test(arguments: sizes) func launched(size: Size) throws {
    let driver = try Driver(size: size)
    driver.press(.character("f")).type("didfin").press(.enter)
    golden("launched", driver)
  }

  @Test(arguments: sizes) func tree(size: Size) throws {
    let driver = try Driver(size: size, build: TreeTests.build)
    driver.press(.character("f")).type("didfin").press(.enter)
    golden("tree", driver)
    driver.press(.down, .character("o"), .character("f")).type("didfin")
    golden("tree-fire", driver)
  }

  @Test(arguments: sizes) func exporting(size: Size) throws {
    let driver = try Driver(size: size)
    driver.press(.character("f")).type("didfin").press(.enter).press(.character("e"), .down)
    golden("export", driver)
    driver.press(.enter).act(
      .exported(
        ExportSummary(path: "Storefront-20261121-152854.csv", byteCount: 8_945, entryCount: 1_204, missing: 312)))
    golden("exported", driver)
  }

  @Test(arguments: sizes) func timings(size: Size) throws {
    let driver = try Driver(size: size)
    driver.press(.character("f")).type("didfin").press(.enter).press(.character("2"))
    golden("timings", driver)
  }

  @Test(arguments: sizes) func removed(size: Size) throws {
    let holder = Holder()
    let driver = try Driver(size: size) { try Storefront.build($0, $1, holder: holder) }
    driver.press(.character("f")).type("didfin").press(.enter).wait(.seconds(29))
    for _ in 0..<4 { driver.press(.down) }
    driver.press(.character("x")).wait(.seconds(38)).noteOverdue("Network")
    driver.press(.down).press(.character("x"))
    golden("removed", driver)
    driver.press(.character("3")).press(.up)
    golden("cleanup", driver)
    driver.press(.enter)
    golden("object", driver)
    withExtendedLifetime(holder) {}
  }

  @Test(arguments: sizes) func fireSheet(size: Size) throws {
    let driver = try Driver(size: size)
    driver.press(.character("f")).type("didfin").press(.enter).press(.character("f")).type("op").press(.tab)
    golden("fire", driver)
    driver.press(.tab).type("zzz")
    golden("fire-expects", driver)
    golden("fire-problem", driver.press(.enter))
  }

  @Test(arguments: sizes) func repeating(size: Size) throws {
    let driver = try Driver(size: size)
    driver.press(.character("f")).type("didfin").press(.enter).wait(.seconds(1))
    driver.press(.character("f")).type("openU").press(.backTab, .control("u")).type("1,000")
    golden("fire-repeat", driver)
    golden("repeating", driver.press(.enter).turn(24))
    driver.press(.character("F")).finishTurns()
    golden("repeated", driver)
    driver.press(.character("F")).turn(9).press(.escape)
    golden("stopping", driver)
    golden("stopped", driver.finishTurns())
  }

  @Test(arguments: sizes) func running(size: Size) throws {
    let driver = try Driver(size: size)
    driver.act(.reply(.accepted, to: .fire(event: "didFinishLaunching", arguments: .null)))
    driver.act(.reply(.started, to: nil))
    driver.act(.reply(.accepted, to: .fire(event: "openURL", arguments: .null)))
    let since = driver.composite.journal.now
    driver.clock.advance(by: .milliseconds(3_240))
    driver.act(
      .running(driver.handler(module: "Feed", event: "didFinishLaunching", sinceNanoseconds: since)))
    golden("running", driver)
    let dispatch = RunningDispatch(id: 117, sinceNanoseconds: since - 900_000_000, budgetNanoseconds: 20_000_000_000)
    let handler = driver.handler(
      module: "Feed", event: "didFinishLaunching", sinceNanoseconds: since, dispatch: dispatch)
    golden("running-budget", driver.hang(.seconds(4), in: handler))
    driver.act(
      .entries([
        .warning(
          WarningEntry(
            kind: .overBudget, module: "Feed", dispatch: 117, atNanoseconds: driver.composite.journal.now,
            event: "didFinishLaunching", elapsedNanoseconds: 20_000_000_000, limitNanoseconds: 20_000_000_000,
            handlerNanoseconds: 19_000_000_000, isUnderWay: true))
      ]))
    golden("running-over", driver.hang(.seconds(16), in: handler))
  }

  @Test(arguments: sizes) func launchAgain(size: Size) throws {
    let driver = try Driver(size: size)
    driver.press(.character("f")).type("didfin").press(.enter).press(.character("F"))
    golden("launch-again", driver)
  }

  @Test(arguments: sizes) func detail(size: Size) throws {
    let driver = try Driver(size: size)
    driver.press(.character("f")).type("didfin").press(.enter)
    for _ in 0..<6 { driver.press(.down) }
    golden("detail", driver.press(.enter))
  }

  @Test(arguments: sizes) func lab(size: Size) throws {
    let driver = try Driver(size: size).press(.character("d"))
    golden("lab", driver)
    driver.press(.down, .enter)
    driver.say(
      "unowned", LabLine(.step, "A reference is set to Ada. One owner holds Ada."),
      LabLine(.result, "Before: the reference returns Ada."))
    golden("lab-running", driver)
    driver.say(
      "unowned", LabLine(.step, "The owner releases Ada."),
      LabLine(.result, "Ada's deinit runs.", afterNanoseconds: 3_000),
      LabLine(
        .result, "The reference is still set, to a delegate that has died by now.",
        afterNanoseconds: 104_200_000),
      LabLine(
        .trap,
        "The child process was ended by SIGABRT (signal 6). It said: Fatal error: Attempted to read an unowned "
          + "reference but object 0x55ede553d370 was already destroyed"),
      LabLine(.undefined, "This run saw: number 99. Another build, or another run, may see something else."),
      LabLine(.note, "Being wrong ends the program, in every build."), finish: true)
    golden("lab-done", driver)
    golden("lab-end", driver.press(.end))
  }

  @Test(arguments: sizes) func overdue(size: Size) async throws {
    let shop = try LeakyShop(size)
    let driver = shop.driver
    await shop.removeAndWait("Network")
    await shop.removeAndWait("Player")
    shop.select("Network").wait(.seconds(37))
    golden("overdue", driver)
    driver.press(.character("3"))
    golden("overdue-log", driver)
    driver.press(.character("G"), .up, .up, .enter)
    golden("overdue-object", driver)
    driver.press(.escape, .up, .up, .enter)
    golden("overdue-owner", driver)
    driver.press(.escape, .character("i"))
    golden("late", driver)
    driver.press(.down, .down, .enter)
    golden("late-object", driver)
  }

  @Test(arguments: sizes) func off(size: Size) throws {
    let driver = try Driver(size: size)
    driver.press(.character("f")).type("didfin").press(.enter)
    for _ in 0..<7 { driver.press(.down) }
    driver.press(.character("o")).wait(.seconds(1)).press(.character("f")).type("didEnterB").press(.enter)
    golden("off", driver.press(.character("2")))
    golden("off-sheet", driver.press(.character("f")).type("openURL"))
  }

  @Test(arguments: sizes) func filter(size: Size) throws {
    let shop = try LeakyShop(size)
    let driver = shop.driver
    if let thumbnail = shop.thumbnail { driver.composite.own(for: thumbnail, "cache", as: .file, cleanup: {}) }
    driver.press(.character("f")).type("didEnterB").press(.enter)
    shop.dropThumbnail()
    driver.press(.character("F"))
    shop.select("Feed").press(.character("x"), .character("3"))
    golden("log", driver)
    driver.press(.character("/"))
    golden("filter-empty", driver)
    golden("filter-typing", driver.type("feed request"))
    driver.press(.enter, .character("G"), .up)
    golden("filter", driver)
    driver.press(.character("g"), .enter)
    golden("owner", driver)
    driver.press(.escape, .character("/"), .control("u")).type("nobody").press(.enter)
    golden("filter-nothing", driver)
  }

  @Test(arguments: sizes) func help(size: Size) throws {
    let driver = try Driver(size: size).press(.character("?"))
    for topic in HelpTopic.pages(for: driver.state) {
      golden("help-\(topic)", driver)
      driver.press(.right)
    }
  }

  @Test(arguments: sizes) func looking(size: Size) throws {
    let driver = try Driver(size: size).press(.character("f")).type("didfin").press(.enter)
    driver.press(.character("/")).type("openurl")
    golden("modules-typing", driver)
    driver.type(" s").press(.enter, .character("n"))
    golden("modules-filtered", driver)
    driver.press(.character("/"), .control("u")).type("zebra").press(.enter)
    golden("modules-nothing", driver)
    driver.press(.escape, .character("z"))
    golden("zoom-order", driver)
    driver.press(.character("2"), .enter)
    golden("dispatch", driver)
    driver.press(.character("y"))
    golden("copied", driver)
    driver.press(.escape, .character("z"), .character(" "))
    for _ in 0..<12 { driver.composite.send(DidReceiveMemoryWarning()) }
    driver.pull()
    golden("frozen", driver)
    driver.act(.backlog(Backlog(kept: 9_120, dropped: 123_456)))
    golden("frozen-lost", driver)
  }

  @Test func noModules() throws {
    golden("empty", Driver(size: Size(width: 80, height: 24)) { _, _ in })
  }

  @Test func oneModule() throws {
    golden(
      "one",
      try Driver(size: Size(width: 80, height: 24)) { composite, clock in
        try composite.register("Solo", role: .main) { Stage(clock: clock) { _ in } }
      })
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 120, height: 40)])
  func aThousandModules(size: Size) throws {
    let driver = try Driver(size: size) { composite, clock in
      for index in 1...1000 {
        try composite.register("Module\(index)") {
          Stage(owns: [("timer", "t\(index)")], clock: clock) { handlers in
            handlers.answer(DidFinishLaunching.self) { _, _ in
              clock.advance(by: .microseconds(index))
              return true
            }
          }
        }
      }
    }
    driver.press(.character("f")).type("didfin").press(.enter).press(.character("G"))
    golden("thousand", driver)
    golden("thousand-fire", driver.press(.character("f")).type("didfin").press(.backTab).type("1000"))
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 120, height: 40)])
  func namesInManyScripts(size: Size) throws {
    let names = [
      "支付模块", "会话🔐", "Ünïcode", "👨‍👩‍👧 Family", "a name that is far too long for any pane of the screen", "مرحبا",
    ]
    let driver = try Driver(size: size, name: "商店🛍️") { composite, clock in
      for name in names {
        try composite.register(name) {
          Stage(owns: [("timer", name)], clock: clock) { handlers in
            handlers.answer(DidFinishLaunching.self) { _, _ in
              clock.advance(by: .milliseconds(1))
              return true
            }
          }
        }
      }
    }
    driver.press(.character("f")).type("didfin").press(.enter).press(.character("x"))
    golden("scripts", driver)
  }

  @Test(arguments: [
    Size(width: 59, height: 15), Size(width: 60, height: 14), Size(width: 10, height: 1), Size(width: 1, height: 1),
  ])
  func tooSmall(size: Size) throws {
    let text = "needs 60x15, has \(size.width)x\(size.height)"
    let driver = try Driver(size: size)
    #expect(
      driver.lines[0]
        == (text.columnWidth <= size.width ? text.padded(toColumns: size.width) : text.truncated(toColumns: size.width))
    )
  }
}
