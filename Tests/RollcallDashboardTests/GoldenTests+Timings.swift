import ModuleLifecycleTesting
import RollcallTerminalUI
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

extension GoldenTests {
  @Test(arguments: sizes) func sentEvents(size: Size) throws {
    golden("sent", try Driver.checkout(size).press(.down, .character("2")))
  }

  @Test(arguments: sizes) func earlierDispatch(size: Size) throws {
    let driver = try Driver.checkout(size, payments: 14).press(.down, .character("2"), .character("["))
    golden("earlier", driver)
    golden("earlier-sent", driver.press(.character("{")))
  }

  @Test(arguments: sizes) func creationThatTakesLong(size: Size) throws {
    golden("created", try LaunchRowsTests.launched(size).press(.character("2")))
  }

  @Test(arguments: sizes) func repeatedLaunches(size: Size) throws {
    let driver = try LaunchRowsTests.launched(size).press(.character("f")).type("didfin")
    golden("relaunch", driver.press(.backTab, .control("u")).type("20").press(.tab))
  }

  @Test(arguments: sizes) func statistics(size: Size) throws {
    let driver = try Driver.checkout(size, payments: 30).press(.down, .character("2"), .character("t"))
    golden("statistics", driver)
    golden("sorted", driver.press(.character("s"), .character("s")))
  }

  @Test(arguments: sizes) func sortedByOwnTime(size: Size) throws {
    let driver = try Driver(size: size)
    driver.press(.character("f")).type("didfin").press(.enter).press(.character("s"))
    golden("sorted-self", driver)
  }

  @Test(arguments: sizes) func statisticsOfNothing(size: Size) throws {
    golden("statistics-empty", try Driver(size: size).press(.character("t")))
  }

  @Test(arguments: sizes) func statisticsOfNamesInManyScripts(size: Size) throws {
    let driver = try Driver(size: size, name: "商店🛍️") { composite, clock in
      for name in ["支付模块", "会话🔐", "👨‍👩‍👧 Family", "a name that is far too long for any pane of the screen"] {
        try composite.register(name) { [unowned composite] in
          Stage(owns: [("timer", name)], clock: clock) { handlers in
            handlers.on(DidEnterBackground.self) { _, _ in
              clock.advance(by: .milliseconds(1))
              composite.send(DidReceiveMemoryWarning())
            }
          }
        }
      }
    }
    driver.press(.character("f")).type("didEnterB").press(.enter)
    golden("statistics-scripts", driver.press(.character("t"), .character("s")))
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 200, height: 50)])
  func statisticsOfAThousandModules(size: Size) throws {
    let driver = try Driver.thousand(size)
    driver.press(.character("t"), .character("s"), .character("s"))
    golden("statistics-thousand", driver.press(.character("g"), .down))
  }
}

extension Driver {
  /// A thousand modules after this many dispatches.
  static func thousand(_ size: Size, times: Int = 12) throws -> Driver {
    let driver = try Driver(size: size) { composite, clock in
      for index in 1...1000 {
        try composite.register("Module\(index)") {
          Stage(clock: clock) { handlers in
            handlers.on(DidReceiveMemoryWarning.self) { _, _ in clock.advance(by: .microseconds(index)) }
          }
        }
      }
    }
    for _ in 0..<times { driver.composite.send(DidReceiveMemoryWarning()) }
    driver.pull()
    return driver
  }
}
