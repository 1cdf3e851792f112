import RollcallRecordings
import RollcallTerminalUI

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// Recordings of live composites: their journals' entries, as read back from a file.
@MainActor enum Recorded {
  /// A launch, links, a removal, a module that is brought back, a while in the background.
  static func storefront() throws -> Driver {
    let driver = try Driver()
    driver.press(.character("f")).type("didfin").press(.enter).wait(.seconds(1))
    driver.press(.character("f")).type("openU").press(.tab, .control("u")).type("pay:42").press(.enter)
    driver.wait(.milliseconds(600)).press(.character("F")).wait(.seconds(38))
    for _ in 0..<5 { driver.press(.down) }
    driver.press(.character("x")).wait(.seconds(3)).press(.character("u")).wait(.seconds(1))
    driver.press(.character("c")).wait(.seconds(1)).press(.character("o"))
    driver.press(.character("f")).type("didEnterB").press(.enter).wait(.seconds(2))
    driver.press(.character("o"), .character("K")).press(.character("F"))
    driver.composite.journal.note(
      output: "hello", by: RunningHandler(module: "Feed", event: "openURL", sinceNanoseconds: 0))
    driver.pull()
    return driver
  }

  /// One launch and this many memory warnings, one second apart.
  static func warned(_ count: Int) throws -> Driver {
    let driver = try Driver(capacity: 64 << 20)
    driver.press(.character("f")).type("didfin").press(.enter)
    for index in 0..<count {
      driver.wait(.seconds(1))
      driver.composite.send(DidReceiveMemoryWarning())
      if index.isMultiple(of: 7) { driver.press(.character("x"), .character("u"), .character("j")) }
    }
    driver.pull()
    return driver
  }

  static func store(_ driver: Driver) throws -> MemoryEntryStore {
    MemoryEntryStore(try driver.entries.map { try JournalLine.entry(JournalLine.encode($0)) })
  }
}
