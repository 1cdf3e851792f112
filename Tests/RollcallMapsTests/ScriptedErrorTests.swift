import RollcallTestingAdditions
import Testing

/// Mistakes in a scripted module's handlers and resources.
@Suite(.inTurn, .serialized) struct ScriptedErrorTests {
  @Test(
    arguments: [
      (
        "didFinishLaunchin: { takes: 12ms }", 1, "there is no event 'didFinishLaunchin'.",
        "Did you mean 'didFinishLaunching'?"
      ),
      ("openURL: { taks: 12ms }", 12, "a handler has no key 'taks'.", "Did you mean 'takes'?"),
      ("openURL: { takes: 12 }", 19, "'12' is not a duration. Write a number and ns, us, ms, s or min: 12ms.", nil),
      ("openURL: { answers: maybe }", 21, "'maybe' is not an answer to openURL, which expects yes or no.", nil),
      ("openURL: { answers: [yes] }", 21, "'answers' must be a single value, not a list.", nil),
      (
        "didFetch: { answers: allData }", 22,
        "'allData' is not an answer to didFetch, which expects newData, noData, failed.", nil
      ),
      (
        "performFetch: { answers: allData }", 26,
        "'allData' is not an answer to performFetch, which expects newData, noData, failed.", nil
      ),
      (
        "userNotificationWillPresent: { answers: loud }", 41,
        "'loud' is not an answer to userNotificationWillPresent, which expects any of banner, list, sound, badge.", nil
      ),
      (
        "continueUserActivity: { answers: maybe }", 34,
        "'maybe' is not an answer to continueUserActivity, which expects yes or no.", nil
      ),
      ("willDraw: { answers: red }", 22, "an answer to willDraw can't be written in a map: it is of type Canvas.", nil),
      (
        "didEnterBackground: { answers: yes }", 32, "didEnterBackground takes no answer.", nil
      ),
      (
        "didEnterBackground: { when: \"*\" }", 29,
        "didEnterBackground has no arguments, so there is nothing for 'when' to match.", nil
      ),
      ("openURL: { sends: openURI }", 19, "there is no event 'openURI'.", "Did you mean 'openURL'?"),
      (
        "openURL: { sends: \"openURL=uri:x\" }", 19,
        "'sends' is not valid. openURL has no argument 'uri'. Did you mean 'url'?", nil
      ),
      ("openURL: { crashes: often }", 21, "'crashes' must be yes or no, not 'often'.", nil),
      ("openURL: { throws: \"\" }", 20, "'throws' is empty.", nil),
      ("openURL: slowly", 10, "a handler must be a mapping, not 'slowly'.", nil),
    ] as [(String, Int, String, String?)])
  func aHandlerIsWrong(handler: String, column: Int, problem: String, suggestion: String?) {
    let text = "main: Pay\nmodules:\n  - Pay:\n      type: Scripted\n      handles:\n        \(handler)"
    var message = """
      Modules.map:6:\(column + 8): \(problem)
          6 |         \(handler)
            | \(String(repeating: " ", count: column + 7))^
      """
    if let suggestion { message += "\n\(suggestion)" }
    expectEqual(complaint(about: text), message)
  }

  @Test(
    arguments: [
      ("- timr: beat", 3, "there is no kind of object called 'timr'.", "Did you mean 'timer'?"),
      ("- timer: { every: 1s }", 3, "this timer has no name. Add 'name:' and a name.", nil),
      ("- timer: { name: a, evry: 1s }", 21, "a timer has no key 'evry'.", "Did you mean 'every'?"),
      ("- timer: { name: a, every: 1ns }", 28, "'every' can't be '1ns': 1ms is the minimum.", nil),
      ("- timer", 3, "an owned object is a kind and a name, such as 'observer: userDidLogOut'.", nil),
      ("- timer:", 9, "the name of the timer is empty.", nil),
    ] as [(String, Int, String, String?)])
  func aResourceIsWrong(resource: String, column: Int, problem: String, suggestion: String?) {
    let text = "main: Pay\nmodules:\n  - Pay:\n      type: Scripted\n      owns:\n        \(resource)"
    var message = """
      Modules.map:6:\(column + 8): \(problem)
          6 |         \(resource)
            | \(String(repeating: " ", count: column + 7))^
      """
    if let suggestion { message += "\n\(suggestion)" }
    expectEqual(complaint(about: text), message)
  }

  @Test func twoResourcesOfOneKindNeedTwoNames() {
    let text = "main: P\nmodules:\n  - P: { type: Scripted, owns: [timer: beat, observer: beat, timer: beat] }"
    expectEqual(
      complaint(about: text),
      """
      Modules.map:3:62: a second timer is named 'beat'. Name it differently.
          3 |   - P: { type: Scripted, owns: [timer: beat, observer: beat, timer: beat] }
            |                                                              ^
      """)
  }

  @Test func listsAndMappingsAreNotInterchangeable() {
    expectEqual(
      complaint(about: "main: P\nmodules:\n  - P: { type: Scripted, owns: {} }"),
      """
      Modules.map:3:32: 'owns' must be a list with a '-' before each object, not a mapping.
          3 |   - P: { type: Scripted, owns: {} }
            |                                ^
      """)
    expectEqual(
      complaint(about: "main: P\nmodules:\n  - P: { type: Scripted, handles: [] }"),
      """
      Modules.map:3:35: 'handles' must be a mapping from events to actions, not a list.
          3 |   - P: { type: Scripted, handles: [] }
            |                                   ^
      """)
  }
}
