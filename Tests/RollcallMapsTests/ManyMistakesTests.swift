import RollcallMaps
import RollcallTestingAdditions
import Testing

/// A map with several mistakes: all are reported at once, without those that only follow from another.
@Suite(.inTurn, .serialized) struct ManyMistakesTests {
  private func mistakes(in text: String) throws(MissingError) -> ModuleMapError {
    do { _ = try ModuleMap.parse(text, registry: registry()) } catch { return error }
    throw MissingError()
  }

  private struct MissingError: Error {}

  private func lines(_ text: String) throws -> [String] {
    try mistakes(in: text).mistakes.map { "\($0.place?.line ?? 0): \($0.problem)" }
  }

  @Test func mistakesAreInLineOrderEachWithItsExcerpt() {
    expectEqual(
      complaint(
        about: """
          main: Scen
          modules:
            - Scene
            - Pay:
                type: Scripted
                handles:
                  openURI: { taks: 3 }
                owns: [timr: a]
            - Session: { after: [Scene, Feed], off: perhaps }
          budgets: { openURL: soon }
          """),
      """
      Modules.map:1:7: there is no module 'Scen', so it can't be the main one.
          1 | main: Scen
            |       ^
      Did you mean 'Scene'?

      Modules.map:7:9: there is no event 'openURI'.
          7 |         openURI: { taks: 3 }
            |         ^
      Did you mean 'openURL'?

      Modules.map:7:20: a handler has no key 'taks'.
          7 |         openURI: { taks: 3 }
            |                    ^
      Did you mean 'takes'?

      Modules.map:8:14: there is no kind of object called 'timr'.
          8 |       owns: [timr: a]
            |              ^
      Did you mean 'timer'?

      Modules.map:9:31: 'Session' must come after 'Feed', which does not exist.
          9 |   - Session: { after: [Scene, Feed], off: perhaps }
            |                               ^
      Known here: Pay, Scene, Session.

      Modules.map:9:43: 'off' must be yes or no, not 'perhaps'.
          9 |   - Session: { after: [Scene, Feed], off: perhaps }
            |                                           ^

      Modules.map:10:21: 'soon' is not a duration. Write a number and ns, us, ms, s or min: 12ms.
         10 | budgets: { openURL: soon }
            |                     ^
      """)
  }

  @Test func tenAreShownAndTheOthersCounted() throws {
    let text = "main: Scene\nmodules:\n  - Scene\n" + (1...1_234).map { "  - M\($0): { type: Nothing }\n" }.joined()
    let error = try mistakes(in: text)
    #expect(error.mistakes.map(\.place?.line) == Array(4...13) && error.moreCount == 1_224)
    expectEqual(error.mistakes[0].sourceLine, "  - M1: { type: Nothing }")
    expectEqual(error.mistakes[0].suggestion, "Known here: Requests, Scene, Scripted, Session.")
    #expect(error.description.hasSuffix("\n\nAnd 1,224 more."))
  }

  @Test func mistakesInInvalidYAMLAreNotCounted() throws {
    let error = try mistakes(in: "main: [Scene\nmodules: [Scen]")
    #expect(error.mistakes.count == 1 && error.moreCount == nil)
  }

  @Test(arguments: [
    ("man: Scene\nmodules: [Scene]", ["1: a map has no key 'man'."]),
    ("main: Scene\nmodules:\n  - Scen", ["3: there is no module type 'Scen'."]),
    (
      "main: Scene\nallow: handlerThrew:Scene\nmodules: Scene",
      ["3: 'modules' must be a list with one module per line, each after a '-', not 'Scene'."]
    ),
    (
      "main: Scene\nmodules:\n  - Session: { after: Scene }\n  - [Scene]",
      ["4: a module is a name, or a name with settings, not a list."]
    ),
    ("main: Feed\nmodules:\n  - Feed: { type: Video, pages: 99 }", ["3: there is no module type 'Video'."]),
    (
      "main: P\nmodules:\n  - P: { type: Scripted, owns: [timer: { nam: a }] }",
      ["3: a timer has no key 'nam'."]
    ),
    (
      "main: P\nmodules:\n  - P: { type: Scripted, handles: { openURI: { answers: red, when: x } } }",
      ["3: there is no event 'openURI'."]
    ),
    (
      "main: Scene\nmodules:\n  - Scene: { off: maybe }\n  - Scene: { after: Scene }",
      ["3: 'off' must be yes or no, not 'maybe'.", "4: a second module is named 'Scene'; the first is on line 3."]
    ),
    (
      "main: A\nmodules:\n  - A: { type: &a { x: y } }\n  - B: { type: *a }",
      ["3: the type of a module must be a text, not a mapping."]
    ),
    (
      "main: A\nallow: [handlerTrew:B, handlerThrew:C]\nmodules:\n  - A: { type: Scene, after: [B, D] }",
      [
        "2: there is no warning 'handlerTrew'.", "2: there is no module 'C'.",
        "4: 'A' must come after 'B', which does not exist.", "4: 'A' must come after 'D', which does not exist.",
      ]
    ),
  ])
  func consequencesAreNotReported(text: String, problems: [String]) throws { try expectEqual(lines(text), problems) }

  @Test(arguments: [
    ("Analytics", "Did you forget 'type: Scripted'?"),
    ("Analytics: { handles: { openURL: } }", "Did you forget 'type: Scripted'?"),
    ("Sessions: { owns: [timer: a] }", "Did you forget 'type: Scripted'?"),
    ("Feed: { pages: 2 }", "Did you forget 'type: Requests'?"),
    ("Feed: { off: yes }", "Did you forget 'type: Scripted'?"),
    ("Sesion: { off: yes }", "Did you mean 'Session'?"),
  ])
  func aModuleWithoutAType(module: String, suggestion: String) throws {
    let error = try mistakes(in: "main: Scene\nmodules:\n  - Scene\n  - \(module)")
    let name = module.prefix { $0 != ":" }
    expectEqual(error.mistakes.map(\.problem), ["there is no module type '\(name)'."])
    expectEqual(error.mistakes.map(\.suggestion), [suggestion])
  }

  @Test func theKeysOfAModuleWithoutATypeAreChecked() throws {
    try expectEqual(
      lines("main: P\nmodules:\n  - P:\n      handles: { openURI: }\n      own: []"),
      [
        "3: there is no module type 'P'.", "4: there is no event 'openURI'.",
        "5: a module of type Scripted has no key 'own'.",
      ])
  }
}
