import Foundation
import Testing

@testable import ModuleLifecycle

/// The values of the catalogue's events: how they are spelled and described.
@Suite struct EventValuesTests {
  private func decoded<Value: Decodable>(_ json: String, as type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  @Test func optionsAreListsOfWords() throws {
    #expect(JSONValue(describing: InterfaceOrientationMask.landscape).json == #"["landscapeLeft","landscapeRight"]"#)
    #expect(JSONValue(describing: PresentationOptions([.sound, .banner])).words == "banner, sound")
    #expect(JSONValue(describing: PresentationOptions()).words == "none")
    #expect("\(InterfaceOrientationMask.allButUpsideDown)" == "portrait, landscapeLeft, landscapeRight")
    #expect("\(PresentationOptions())" == "none")
    #expect(try decoded(#"["list","badge"]"#) == PresentationOptions([.badge, .list]))
    #expect(try decoded(#""banner, sound""#) == PresentationOptions([.banner, .sound]))
    #expect(try decoded(#""none""#) == PresentationOptions())
    #expect(try decoded("[]") == InterfaceOrientationMask())
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
    #expect(InterfaceOrientationMask.all.rawValue == 30)
    #expect(InterfaceOrientationMask.landscapeLeft.rawValue == 16)
    #expect(PresentationOptions([.badge, .sound, .list, .banner]).rawValue == 27)
  }

  @Test func shortFormsAreRead() throws {
    #expect(try decoded(#""reading""#) == UserActivity(type: "reading"))
    #expect(try decoded(#""Panel""#) == SceneConfiguration(name: "Panel"))
    #expect(try decoded("true") == UserActivityContinuation(true))
    let url = try #require(URL(string: "pay:1"))
    #expect(try decoded(#""pay:1""#) == URLContext(url: url))
  }

  @Test func wholeValuesGoThroughJSON() throws {
    let url = try #require(URL(string: "https://example.org"))
    let activity = UserActivity(type: "reading", title: "A book", webpageURL: url, userInfo: ["page": .integer(7)])
    let context = URLContext(url: url, options: ["from": "mail"])
    let configuration = SceneConfiguration(name: "Panel", delegateClass: "Panel", storyboard: "Main")
    let continuation = UserActivityContinuation(true, restored: ["book"])
    #expect(try JSONValue(encoding: activity).decoded(as: UserActivity.self) == activity)
    #expect(try JSONValue(encoding: context).decoded(as: URLContext.self) == context)
    #expect(try JSONValue(encoding: configuration).decoded(as: SceneConfiguration.self) == configuration)
    #expect(try JSONValue(encoding: continuation).decoded(as: UserActivityContinuation.self) == continuation)
  }

  @Test(arguments: [
    (UserActivityContinuation(false), "not continued"), (true, "continued"),
    (UserActivityContinuation(true, restored: ["book", "note"]), "continued, restored book, note"),
  ])
  func aContinuationIsDescribed(continuation: UserActivityContinuation, words: String) {
    #expect(JSONValue(describing: continuation).words == words)
  }

  @Test(arguments: [
    ("null", "nothing"), ("true", "yes"), (#""a b""#, "a b"), ("7", "7"), ("1.5", "1.5"), ("[]", "none"),
    (#"[true,"a",2]"#, "yes, a, 2"), ("{}", "none"), (#"{"name":"Panel","storyboard":null}"#, "Panel"),
    (#"{"delegateClass":"P","name":"Panel"}"#, "Panel, delegateClass P"),
  ])
  func jsonIsDescribedAsText(json: String, words: String) throws {
    #expect(try decoded(json, as: JSONValue.self).words == words)
  }
}
