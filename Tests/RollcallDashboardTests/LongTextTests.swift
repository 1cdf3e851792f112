import RollcallInspection
import RollcallTerminalUI
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard
@testable import RollcallRecordings

/// Names and other texts of any length. The dashboard keeps only the prefix that it can show.
@MainActor @Suite(.inTurn, .serialized) struct LongTextTests {
  /// 15 MB of wide characters, so that code that counts bytes as columns fails.
  private static let long = String(repeating: "名前", count: 2_500_000)

  private func entries(name: String) -> [AnyEntry] {
    let module = ModuleID(rawValue: 900)
    let handlers = [
      HandlerSpan(
        module: name, moduleID: module, order: 1, outcome: .threw, value: .string(name), startNanoseconds: 0,
        selfNanoseconds: 5, totalNanoseconds: 5, error: name)
    ]
    return [
      .module(
        ModuleEntry(
          change: .registered, id: module, name: name, order: 1, isMain: false, isOn: true, owner: 901,
          atNanoseconds: 1, handles: [name])),
      .owned(
        OwnedEntry(
          OwnedObjectFacts(id: 1, owner: name, ownerID: 901, number: 1, kind: name, name: name, lifetime: "module"),
          atNanoseconds: 2)),
      .dispatch(
        DispatchEntry(
          id: 9, event: name, arguments: .object([name: .array([.string(name)])]), atNanoseconds: 3,
          totalNanoseconds: 9, response: .string(name), state: .active, isOutOfState: false, handlers: handlers)),
      .warning(WarningEntry(kind: .handlerThrew, message: name, module: name, dispatch: 9, atNanoseconds: 4)),
      .output(OutputEntry(line: name, module: name, event: name, atNanoseconds: 5)),
    ]
  }

  /// A very long name and its kept prefix draw the same screens everywhere.
  @Test func aLongNameIsDrawnLikeItsPrefix() throws {
    let short = Self.long.cut(toBytes: ApplicationModel.mostBytes)
    let drivers = [Self.long, short].map { name in
      let driver = Driver(size: Size(width: 200, height: 50), build: { _, _ in })
      driver.act(.entries(entries(name: name)))
      return driver
    }
    expectEqual(drivers[0].screen(), drivers[1].screen())
    for key in [
      .enter, .escape, .character("2"), .enter, .escape, .character("3"), .enter, .escape, .character("w"),
      .enter, .escape, .escape, .character("1"), .character("/"), .character("名"), .enter, .character("s"), .enter,
      .character("t"), .character("y"),
    ] as [Key] {
      for driver in drivers { driver.press(key) }
      expectEqual(drivers[0].screen(), drivers[1].screen(), "after \(key)")
    }
    #expect(drivers[0].copied == drivers[1].copied && drivers[0].copied != nil)
  }

  private func kept(of entry: AnyEntry) -> AnyEntry {
    var entry = entry
    entry.cutTexts(to: ApplicationModel.mostBytes)
    return entry
  }

  /// No kept text is longer than the prefix.
  @Test func noTextIsKeptInFull() {
    for entry in entries(name: Self.long) {
      let count = "\(kept(of: entry))".utf8.count
      #expect(count < 12 * ApplicationModel.mostBytes, "\(entry.type): \(count)")
      expectEqual(kept(of: entry), kept(of: kept(of: entry)))
    }
    for entry in entries(name: "short") { expectEqual(kept(of: entry), entry) }
  }

  @Test func aLongDescriptionOfAnApplicationIsCut() {
    let (long, module) = (Self.long, ModuleID(rawValue: 1))
    let status = ModuleStatus(id: module, name: long, order: 1, handles: [long])
    var model = ApplicationModel(
      Hello(
        application: long, startedNanoseconds: 0, modules: [status], events: [EventDescription(name: long, rule: long)])
    )
    model.note(running: RunningHandler(module: long, event: long, sinceNanoseconds: 0))
    model.rejoin(Prologue(modules: [status], state: .active, launchedNanoseconds: nil, entries: []))
    #expect("\(model)".utf8.count < 40 * ApplicationModel.mostBytes)
    model.note(events: [EventDescription(name: long, rule: long)])
    #expect("\(model)".utf8.count < 40 * ApplicationModel.mostBytes)
  }
}
