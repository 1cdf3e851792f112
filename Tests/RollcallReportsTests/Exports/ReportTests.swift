import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import ModuleLifecycle
@testable import RollcallReports

/// Tables for a pull request.
@Suite(.inTurn, .serialized) struct ReportTests {
  @Test func aReportNamesSlowModulesAndLiveObjects() throws {
    let sketch = Sketch(entries: [
      .owned(
        OwnedEntry(
          OwnedObjectFacts(
            id: 1, owner: "Feed", ownerID: 5, number: 1, kind: "timer", name: "refresh", lifetime: "module"),
          detail: nil, dispatch: nil, atNanoseconds: 0)),
      Sketch.launch(of: ["Feed", "支付|`x`"]),
      .warning(
        WarningEntry(
          kind: .handlerThrew, message: "Feed threw: \"no\ntoken\".", module: "Feed", dispatch: 1, atNanoseconds: 0)),
      .overdue(OverdueEntry(id: nil, name: "Feed", owner: 5, atNanoseconds: 0, afterNanoseconds: 2_000_000_000)),
      .gap(GapEntry(dropped: 4)),
    ])
    try expectEqual(
      sketch.export(.markdown),
      """
      ## Shop, 2026-11-21 15:28:54 UTC

      ### Launch

      3.0 ms in all: didFinishLaunching 3.0 ms. Slowest: 支付\\|\\`x\\`, 2.0 ms. Neither creating the modules nor the \
      time before main is in it.

      | module             |    own | share |  total | answer |         |
      | ------------------ | -----: | ----: | -----: | ------ | ------- |
      | didFinishLaunching |        |       | 3.0 ms |        |         |
      | Feed               | 1.0 ms |   33% | 1.0 ms |        |         |
      | 支付\\|\\`x\\`        | 2.0 ms |   67% | 2.0 ms |        | slowest |

      ### Slowest events

      | event                  |  total | most in     | of that | answer |
      | ---------------------- | -----: | ----------- | ------: | ------ |
      | didFinishLaunching (1) | 3.0 ms | 支付\\|\\`x\\` |  2.0 ms |        |

      ### Still alive

      | owner | state               | owns    |
      | ----- | ------------------- | ------- |
      | Feed  | OVERDUE after 2.0 s | 1 timer |

      ### Warnings

      | warning         | module | what                    |
      | --------------- | ------ | ----------------------- |
      | a handler threw | Feed   | Feed threw: "no token". |

      4 entries are missing: they were dropped before they could be recorded.

      """)
  }

  @Test func objectsBeingCleanedAreReportedAsSuch() throws {
    func object(_ number: Int) -> OwnedEntry {
      OwnedEntry(
        OwnedObjectFacts(
          id: UInt64(number), owner: "Store", ownerID: 5, number: number, kind: "database", name: "\(number)",
          lifetime: "module"), atNanoseconds: 0)
    }
    func releasing(_ number: Int) -> ReleasingEntry {
      ReleasingEntry(
        OwnedObjectFacts(
          id: UInt64(number), owner: "Store", ownerID: 5, number: number, kind: "database", name: "\(number)",
          lifetime: "module"), reason: .ownerReleased, atNanoseconds: 1_000)
    }
    var sketch = Sketch(entries: [.owned(object(1)), .owned(object(2)), .releasing(releasing(2))])
    #expect(try sketch.export(.markdown).contains("| Store | alive, 1 releasing | 2 databases |"))
    sketch.entries.append(.releasing(releasing(1)))
    #expect(try sketch.export(.markdown).contains("| Store | releasing | 2 databases |"))
    #expect(try sketch.export(.trace).contains(#""name":"database 1 releasing""#))
    for number in 1...2 {
      sketch.entries.append(
        .released(
          ReleasedEntry(
            OwnedObjectFacts(
              id: UInt64(number), owner: "Store", ownerID: 5, number: number, kind: "database", name: "\(number)",
              lifetime: "module"), reason: .ownerReleased, atNanoseconds: 1_000, cleanupNanoseconds: 9,
            thread: "background")))
    }
    #expect(try sketch.export(.markdown).contains("Nothing: everything owned has been cleaned."))
  }

  @Test func aRecordingWithoutALaunchStillHasAReport() throws {
    let text = try Sketch(entries: [Sketch.dispatch(1, "openURL", [Sketch.span("Feed", total: 5)])]).export(.markdown)
    #expect(text.contains("\nThere is no launch in this recording.\n") && text.contains("| openURL (1) |"))
    #expect(try Sketch().export(.markdown).hasSuffix("### Warnings\n\nNone.\n"))
  }

  @Test(arguments: [
    ("a|b", "a\\|b"), ("<b>", "&lt;b>"), ("<1%", "<1%"), ("see #12", "see #<!-- -->12"), ("@me", "@<!-- -->me"),
    ("a & b", "a &amp; b"), ("snake_case *x* [y]", "snake\\_case \\*x\\* \\[y\\]"), ("C:\\x", "C:\\\\x"),
    ("two\r\nlines\t.", "two lines ."), ("a\u{1B}[2J\u{7F}\u{9B}\u{0}b", "a\u{FFFD}\\[2J\u{FFFD}\u{FFFD}\u{FFFD}b"),
  ])
  func markdownCharactersAreEscaped(text: String, escaped: String) {
    expectEqual(Markdown.escaped(text), escaped)
  }

  @Test func liveObjectsAreUnknownWhenEntriesAreMissing() throws {
    try expectEqual(
      Sketch(entries: [.gap(GapEntry(dropped: 4))]).export(.markdown),
      """
      ## Shop, 2026-11-21 15:28:54 UTC

      There is no launch in this recording.

      ### Still alive

      Unknown: entries are missing.

      ### Warnings

      None.

      4 entries are missing: they were dropped before they could be recorded.

      """)
  }

  @Test func creationIsPartOfTheLaunch() throws {
    let text = try Sketch.coldLaunch.export(.markdown)
    #expect(text.contains("| 3 modules created "))
    #expect(text.contains("Slowest: Legacy, 302.0 ms, of which its creation took 300.0 ms."))
  }

  @Test func theSlowestOfManyAreListedAndTheOthersCounted() throws {
    let entries = (1...30).map {
      Sketch.dispatch(DispatchID(rawValue: $0), "openURL", [Sketch.span("Feed", total: $0 * 1_000_000)])
    }
    let text = try Sketch(entries: entries).export(.markdown)
    #expect(text.contains("### Slowest events of 30\n"))
    #expect(text.contains("| openURL (30) |") && text.contains("| openURL (21) |") && !text.contains("openURL (20)"))
  }
}
