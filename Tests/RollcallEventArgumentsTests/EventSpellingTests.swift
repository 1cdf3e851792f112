import Foundation
import ModuleLifecycle
import RollcallEventArguments
import RollcallTestingAdditions
import Testing

/// Events made from what a user types.
@Suite(.inTurn, .serialized) struct EventSpellingTests {
  struct Payment: EventWithExample {
    var amount: Int
    var isTest: Bool
    var note: String
    var rate: Double
    var tags: [String]
    static var example: Payment { Payment(amount: 5, isTest: false, note: "tip", rate: 1.5, tags: []) }
  }

  let catalog: EventCatalog = {
    var catalog = EventCatalog.standard
    catalog.add(Payment.self)
    return catalog
  }()

  struct Maybe: EventWithExample {
    var reason: String?
    static var example: Maybe { Maybe(reason: nil) }
  }

  @Test func anExamplesTextIsReadBackAsTheExample() {
    expectEqual(EventArgument.all(of: OpenURL.self).map(\.exampleText), ["pay:42", ""])
    for type in EventCatalog.standard.types {
      for argument in EventCatalog.arguments(of: type) {
        expectEqual(argument.value(from: argument.exampleText), argument.example, "\(type.name)")
      }
    }
  }

  @Test func anOptionalArgumentCanBeGiven() throws {
    let catalog = EventCatalog([Maybe.self])
    #expect((try catalog.event(spelled: "maybe=reason:late") as? Maybe)?.reason == "late")
    #expect((try catalog.event(spelled: "maybe") as? Maybe)?.reason == nil)
  }

  @Test func pairsAreReadAsTheExamplesType() throws {
    let event = try catalog.event(spelled: "payment=amount:12, isTest:yes,note:a:b,rate:2")
    let payment = try #require(event as? Payment)
    #expect(payment.amount == 12 && payment.isTest && payment.note == "a:b" && payment.rate == 2 && payment.tags == [])
    let opened = try #require(try catalog.event(spelled: "openURL=url:pay:42") as? OpenURL)
    expectEqual(opened.url.absoluteString, "pay:42")
  }

  @Test func jsonReplacesPartsOfTheExample() throws {
    let event = try #require(try catalog.event(spelled: #"payment={"amount": 7, "tags": ["a"]}"#) as? Payment)
    #expect(event.amount == 7 && event.tags == ["a"] && event.note == "tip")
    #expect(try catalog.event(named: "payment") is Payment)
  }

  @Test(arguments: [
    ("didFinishLaunchin", "There is no event 'didFinishLaunchin'. Did you mean 'didFinishLaunching'?"),
    ("launching", "There is no event 'launching'. Did you mean 'didFinishLaunching' or 'willFinishLaunching'?"),
    ("zzz", "There is no event 'zzz'."),
    ("openURL=ulr:pay:42", "openURL has no argument 'ulr'. Did you mean 'url'?"),
    ("openURL=pay:42", "openURL has no argument 'pay'. It has: url, options."),
    ("didBecomeActive=x:1", "didBecomeActive has no argument 'x': it takes no arguments."),
    (
      "openURL=pay",
      "The arguments 'pay' of openURL can't be read: 'pay' is not a key:value pair, such as url:pay."
    ),
    ("openURL={url", "The arguments '{url' of openURL can't be read: that is not a JSON object."),
    ("payment=amount:many", "The arguments of payment are not valid: 'amount' expects a whole number, not \"many\"."),
    ("payment=isTest:maybe", "The arguments of payment are not valid: 'isTest' expects yes or no, not \"maybe\"."),
    (#"payment={"note": 5}"#, "The arguments of payment are not valid: 'note' expects a text, not 5."),
    (
      #"payment={"tags": ["a", 5]}"#, "The arguments of payment are not valid: 'tags[2]' expects a text, not 5."
    ),
    (
      #"continueUserActivity={"activity": {"userInfo": {}}}"#,
      #"The arguments of continueUserActivity are not valid: 'activity' expects the key 'type', not {"userInfo":{}}."#
    ),
    (
      #"continueUserActivity={"activity": {"type": 5, "userInfo": {}}}"#,
      "The arguments of continueUserActivity are not valid: 'activity.type' expects a text, not 5."
    ),
  ]) func errorsNameTheEventTheArgumentAndWhatIsValid(text: String, message: String) {
    let error = #expect(throws: EventCatalogError.self) { try catalog.event(spelled: text) }
    expectEqual(error?.description, message)
  }
}
