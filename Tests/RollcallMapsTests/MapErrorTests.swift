import RollcallTestingAdditions
import Testing

/// Every mistake in a map has one message, checked whole.
@Suite(.inTurn, .serialized) struct MapErrorTests {
  @Test(arguments: [
    (
      "main: Scene\nmodules:\n  - Scene\n  - ? [a]\n    : b",
      """
      Modules.map:4:5: a map can't have a key with '?'. Write the key and a colon.
          4 |   - ? [a]
            |     ^
      There may be more: the rest was not read.
      """
    ),
    (
      "a: &a [x]\nb: {*a : y}",
      """
      Modules.map:2:5: a map can't have an alias here, but only as a value after 'key: ' or '- '.
          2 | b: {*a : y}
            |     ^
      There may be more: the rest was not read.
      """
    ),
    (
      "a: &a [x]\nb: [\" #\", *a : y]",
      """
      Modules.map:2:11: a map can't have an alias here, but only as a value after 'key: ' or '- '.
          2 | b: [" #", *a : y]
            |           ^
      There may be more: the rest was not read.
      """
    ),
    (
      "a: &a [x]\nb:\n  - *a : y",
      """
      Modules.map:3:8: a map can't have anything after an alias on its line.
          3 |   - *a : y
            |        ^
      There may be more: the rest was not read.
      """
    ),
    (
      "a: [?b ]",
      """
      Modules.map:1:5: a map can't have a key with '?'. Write the key and a colon.
          1 | a: [?b ]
            |     ^
      There may be more: the rest was not read.
      """
    ),
    (
      "a: &a [x]\n{k: *a}: y",
      """
      Modules.map:2:8: a map can't have a list or a mapping as a key. Write a text.
          2 | {k: *a}: y
            |        ^
      There may be more: the rest was not read.
      """
    ),
    (
      "a: &a [x]\nb: {c, # d\n  {\"}\": 0,\n  k: *a\n  }}",
      """
      Modules.map:3:3: a map can't have a list or a mapping here beside aliases. Begin a line with '- ' for it.
          3 |   {"}": 0,
            |   ^
      There may be more: the rest was not read.
      """
    ),
    (
      "%TAG !a! x\n---\nmain: Scene",
      """
      Modules.map:1:1: a map can't have a directive. Delete the line, or quote the text.
          1 | %TAG !a! x
            | ^
      There may be more: the rest was not read.
      """
    ),
    (
      "main: Scene\nmodules:\n  - Scene\n  - Reqests",
      """
      Modules.map:4:5: there is no module type 'Reqests'.
          4 |   - Reqests
            |     ^
      Did you mean 'Requests'?
      """
    ),
    (
      "main: Scene\nmodules:\n  - Scene\n  - Feed: { type: Video }",
      """
      Modules.map:4:19: there is no module type 'Video'.
          4 |   - Feed: { type: Video }
            |                   ^
      Known here: Requests, Scene, Scripted, Session.
      """
    ),
    (
      "main: Scene\nmodules:\n  - Scene\n  - Feed: { type: Requests, lifetme: module }",
      """
      Modules.map:4:29: a module of type Requests has no key 'lifetme'.
          4 |   - Feed: { type: Requests, lifetme: module }
            |                             ^
      Did you mean 'lifetime'?
      """
    ),
    (
      "main: Scene\nmodules:\n  - Scene\n  - Session\n  - Scene",
      """
      Modules.map:5:5: a second module is named 'Scene'; the first is on line 3.
          5 |   - Scene
            |     ^
      """
    ),
    (
      "main: Scene\nmodules:\n  - Scene\n  - Session: { after: Scen }",
      """
      Modules.map:4:23: 'Session' must come after 'Scen', which does not exist.
          4 |   - Session: { after: Scen }
            |                       ^
      Did you mean 'Scene'?
      """
    ),
    (
      "main: Scene\nmodules:\n  - Scene: { after: [Session] }\n  - Session: { after: Scene }",
      """
      Modules.map:3:5: 'Scene' must come after 'Session', which must come after 'Scene'.
          3 |   - Scene: { after: [Session] }
            |     ^
      """
    ),
    (
      "main: Scene\nmodules:\n  - Scene: { required: maybe }",
      """
      Modules.map:3:24: 'required' must be yes or no, not 'maybe'.
          3 |   - Scene: { required: maybe }
            |                        ^
      """
    ),
    (
      "main: Scene\nmodules:\n  - Scene: { after: { x: y } }",
      """
      Modules.map:3:21: the module to come after must be a text, not a mapping.
          3 |   - Scene: { after: { x: y } }
            |                     ^
      """
    ),
    (
      "main: Scen\nmodules:\n  - Scene",
      """
      Modules.map:1:7: there is no module 'Scen', so it can't be the main one.
          1 | main: Scen
            |       ^
      Did you mean 'Scene'?
      """
    ),
    (
      "modules:\n  - Scene",
      "Modules.map: no module is named as the main one. "
        + "Write 'main:' and the name of the module that owns the window."
    ),
    (
      "main: Scene",
      "Modules.map: there is no list of modules. Write 'modules:' and below it one module per line, after a '-'."
    ),
    (
      "main: Scene\nmodules: []",
      """
      Modules.map:2:10: 'modules' must be a list with one module per line, each after a '-', not an empty one.
          2 | modules: []
            |          ^
      """
    ),
    (
      "main: Scene\nmodules:\n  Scene: {}",
      """
      Modules.map:3:3: 'modules' must be a list with one module per line, each after a '-', not a mapping.
          3 |   Scene: {}
            |   ^
      """
    ),
    (
      "main: Scene\nmodule:\n  - Scene",
      """
      Modules.map:2:1: a map has no key 'module'.
          2 | module:
            | ^
      Did you mean 'modules'?
      """
    ),
    (
      "- Scene",
      """
      Modules.map:1:1: a map must be a mapping, not a list.
          1 | - Scene
            | ^
      """
    ),
    (
      "application: { type: UIApplication }\nmain: Scene\nmodules: [Scene]",
      """
      Modules.map:1:22: there is no application type 'UIApplication'.
          1 | application: { type: UIApplication }
            |                      ^
      Known here: ApplicationHost.
      """
    ),
    (
      "application: { name: \"\" }\nmain: Scene\nmodules: [Scene]",
      """
      Modules.map:1:22: the application's name is empty.
          1 | application: { name: "" }
            |                      ^
      """
    ),
    (
      "main: Scene\nmodules:\n  - \"Sc\\nene\": { type: Scene }",
      """
      Modules.map:3:5: the name of a module, 'Sc\\u{A}ene', contains a control character. Delete it.
          3 |   - "Sc\\nene": { type: Scene }
            |     ^
      """
    ),
    (
      "main: Scene\nmodules:\n  - Scene\n  - ",
      """
      Modules.map:4:4: the name of a module is empty.
          4 |   - 
            |    ^
      """
    ),
    (
      "main: Scene\nmodules:\n  - [Scene]",
      """
      Modules.map:3:5: a module is a name, or a name with settings, not a list.
          3 |   - [Scene]
            |     ^
      """
    ),
    (
      "main: Feed\nmodules:\n  - Feed:\n    type: Scene",
      """
      Modules.map:4:5: there is a second key beside the module's name. Indent a module's settings deeper than its name.
          4 |     type: Scene
            |     ^
      """
    ),
    (
      "main: Feed\nmodules:\n  - Feed: Scene",
      """
      Modules.map:3:11: the settings of 'Feed' must be a mapping, such as { type: Scripted }.
          3 |   - Feed: Scene
            |           ^
      """
    ),
    (
      "main: Feed\nmodules:\n  - Feed: [Scene]",
      """
      Modules.map:3:11: the settings of a module must be a mapping, not a list.
          3 |   - Feed: [Scene]
            |           ^
      """
    ),
  ])
  func theMapIsWrong(text: String, message: String) { expectEqual(complaint(about: text), message) }

  @Test(arguments: [
    ("eager: maybe", "'eager' must be yes or no, not 'maybe'."),
    ("pages: 10", "'pages' must be a whole number from 1 to 9, not '10'."),
    ("pages: [1]", "'pages' must be a whole number from 1 to 9, not a list."),
    ("every: 0s", "'every' can't be '0s': 1ms is the minimum."),
    ("every: 12 parsecs", "'12 parsecs' is not a duration. Write a number and ns, us, ms, s or min: 12ms."),
    ("every: 12", "'12' is not a duration. Write a number and ns, us, ms, s or min: 12ms."),
    ("every: 1.2.3s", "'1.2.3s' is not a duration. Write a number and ns, us, ms, s or min: 12ms."),
    ("every: .5s", "'.5s' is not a duration. Write a number and ns, us, ms, s or min: 12ms."),
    ("every: -3ms", "'-3ms' is negative. A duration is zero or more: 12ms."),
    ("every: 1441min", "'1441min' is too long. A duration is at most a day: 1440min."),
    (
      "every: 99999999999999999999999s",
      "'99999999999999999999999s' is too long. A duration is at most a day: 1440min."
    ),
    ("every: {}", "'every' must be a duration, not a mapping."),
    ("every:", "'every' must be a duration, not nothing."),
    ("title: []", "'title' must be a text, not a list."),
  ])
  func aSettingIsWrong(setting: String, problem: String) {
    let text = "main: Feed\nmodules:\n  - Feed:\n      type: Requests\n      \(setting)"
    let column = 7 + (setting.firstIndex(of: " ").map { setting.distance(from: setting.startIndex, to: $0) + 1 } ?? 6)
    expectEqual(
      complaint(about: text),
      """
      Modules.map:5:\(column): \(problem)
          5 |       \(setting)
            | \(String(repeating: " ", count: column - 1))^
      """)
  }

  @Test func aChoiceOffersItsWords() {
    expectEqual(
      complaint(about: "main: Feed\nmodules:\n  - Feed: { type: Requests, lifetime: modul }"),
      """
      Modules.map:3:39: 'lifetime' can't be 'modul'.
          3 |   - Feed: { type: Requests, lifetime: modul }
            |                                       ^
      Did you mean 'module'?
      """)
  }
}
