import Foundation
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// The values of the catalogue's events: how they are spelled and described.
@Suite(.inTurn, .serialized) struct EventValuesTests {
  private func decoded<Value: Decodable>(_ json: String, as type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  @Test func optionsAreListsOfWords() throws {
    expectEqual(EventValue(describing: InterfaceOrientationMask.landscape).json, #"["landscapeLeft","landscapeRight"]"#)
    expectEqual(EventValue(describing: PresentationOptions([.sound, .banner])).words, "banner, sound")
    expectEqual(EventValue(describing: PresentationOptions()).words, "none")
    expectEqual("\(InterfaceOrientationMask.allButUpsideDown)", "portrait, landscapeLeft, landscapeRight")
    expectEqual("\(PresentationOptions())", "none")
    try expectEqual(decoded(#"["list","badge"]"#), PresentationOptions([.badge, .list]))
    try expectEqual(decoded(#""banner, sound""#), PresentationOptions([.banner, .sound]))
    try expectEqual(decoded(#""none""#), PresentationOptions())
    try expectEqual(decoded("[]"), InterfaceOrientationMask())
  }

  @Test func anUnknownWordIsNamed() {
    #expect {
      try decoded(#"["sound","loud"]"#, as: PresentationOptions.self)
    } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.debugDescription == "'loud' is not one of banner, list, sound, badge."
    }
  }

  @Test func theBitsMatchThePlatforms() {
    expectEqual(InterfaceOrientationMask.all.rawValue, 30)
    expectEqual(InterfaceOrientationMask.landscapeLeft.rawValue, 16)
    expectEqual(PresentationOptions([.badge, .sound, .list, .banner]).rawValue, 27)
  }

  @Test func shortFormsAreRead() throws {
    try expectEqual(decoded(#""reading""#), UserActivityContent(type: "reading"))
    try expectEqual(decoded(#""Panel""#), SceneConfiguration(name: "Panel"))
    try expectEqual(decoded("true"), UserActivityContinuation(true))
    let url = try #require(URL(string: "pay:1"))
    try expectEqual(decoded(#""pay:1""#), URLContext(url: url))
  }

  @Test func wholeValuesGoThroughJSON() throws {
    let url = try #require(URL(string: "https://example.org"))
    let activity = UserActivityContent(
      type: "reading", title: "A book", webpageURL: url, userInfo: ["page": .integer(7)])
    let context = URLContext(url: url, options: ["from": "mail"])
    let configuration = SceneConfiguration(name: "Panel", delegateClass: "Panel", storyboard: "Main")
    let continuation = UserActivityContinuation(true, restored: ["book"])
    try expectEqual(EventValue(encoding: activity).decoded(as: UserActivityContent.self), activity)
    try expectEqual(EventValue(encoding: context).decoded(as: URLContext.self), context)
    try expectEqual(EventValue(encoding: configuration).decoded(as: SceneConfiguration.self), configuration)
    try expectEqual(EventValue(encoding: continuation).decoded(as: UserActivityContinuation.self), continuation)
  }

  @Test(arguments: [
    (UserActivityContinuation(false), "not continued"), (true, "continued"),
    (UserActivityContinuation(true, restored: ["book", "note"]), "continued, restored book, note"),
  ])
  func aContinuationIsDescribed(continuation: UserActivityContinuation, words: String) {
    expectEqual(EventValue(describing: continuation).words, words)
  }

  @Test(arguments: [
    ("null", "nothing"), ("true", "yes"), (#""a b""#, "a b"), ("7", "7"), ("1.5", "1.5"), ("[]", "none"),
    (#"[true,"a",2]"#, "yes, a, 2"), ("{}", "none"), (#"{"name":"Panel","storyboard":null}"#, "Panel"),
    (#"{"delegateClass":"P","name":"Panel"}"#, "Panel, delegateClass P"),
  ])
  func jsonIsDescribedAsText(json: String, words: String) throws {
    try expectEqual(decoded(json, as: EventValue.self).words, words)
  }
}
