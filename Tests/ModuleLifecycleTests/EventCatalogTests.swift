import Foundation
import Testing

@testable import ModuleLifecycle

@Suite struct EventCatalogTests {
  struct Payment: LifecycleEvent {
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

  @Test func namesFollowTheTypes() {
    #expect(DidFinishLaunching.name == "didFinishLaunching")
    #expect(OpenURL.name == "openURL")
    #expect(Payment.name == "payment")
    #expect(Set(EventCatalog.standard.names).count == EventCatalog.standard.types.count)
  }

  @Test func argumentsStandInTheOrderOfTheirDeclaration() {
    #expect(EventArgument.all(of: Payment.self).map(\.name) == ["amount", "isTest", "note", "rate", "tags"])
    #expect(EventArgument.all(of: OpenURL.self).map(\.name) == ["url", "options"])
    #expect(EventArgument.all(of: OpenURL.self).map(\.exampleText) == ["pay:42", ""])
    #expect(EventArgument.all(of: DidBecomeActive.self).isEmpty)
  }

  struct Maybe: LifecycleEvent {
    var reason: String?
    static var example: Maybe { Maybe(reason: nil) }
  }
  struct URL2Opened: LifecycleEvent {
    static var example: URL2Opened { URL2Opened() }
  }

  @Test func anArgumentThatMayBeNilCanBeGiven() throws {
    let catalog = EventCatalog([Maybe.self])
    #expect(EventArgument.all(of: Maybe.self) == [EventArgument(name: "reason", example: .null)])
    #expect((try catalog.event(spelled: "maybe=reason:late") as? Maybe)?.reason == "late")
    #expect((try catalog.event(spelled: "maybe") as? Maybe)?.reason == nil)
  }

  @Test func initialsInANameAreLoweredTogether() { #expect(URL2Opened.name == "url2Opened") }

  @Test func pairsAreReadAsTheKindThatTheExampleIs() throws {
    let event = try catalog.event(spelled: "payment=amount:12, isTest:yes,note:a:b,rate:2")
    let payment = try #require(event as? Payment)
    #expect(payment.amount == 12 && payment.isTest && payment.note == "a:b" && payment.rate == 2 && payment.tags == [])
    let opened = try #require(try catalog.event(spelled: "openURL=url:pay:42") as? OpenURL)
    #expect(opened.url.absoluteString == "pay:42")
  }

  @Test func jsonIsLaidOverTheExample() throws {
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
    ("didBecomeActive=x:1", "didBecomeActive has no argument 'x': it has none at all."),
    (
      "openURL=pay",
      "The arguments 'pay' of openURL can't be read: 'pay' is not a key and a value with a colon between, such as url:pay."
    ),
    ("openURL={url", "The arguments '{url' of openURL can't be read: that is not a JSON object."),
    ("payment=amount:many", "The arguments of payment are not valid: 'amount' expects a whole number, not \"many\"."),
    ("payment=isTest:maybe", "The arguments of payment are not valid: 'isTest' expects yes or no, not \"maybe\"."),
    (#"payment={"note": 5}"#, "The arguments of payment are not valid: 'note' expects a text, not 5."),
  ]) func errorsNameTheEventTheArgumentAndWhatIsValid(text: String, message: String) {
    let error = #expect(throws: EventCatalogError.self) { try catalog.event(spelled: text) }
    #expect(error?.description == message)
  }
}

@Suite struct NearestNameTests {
  @Test func offersWhatIsNear() {
    let valid = ["Scene", "Requests", "Heartbeat", "Push"]
    #expect(NearestName.matches(for: "scnee", among: valid) == ["Scene"])
    #expect(NearestName.matches(for: "Request", among: valid) == ["Requests"])
    #expect(NearestName.matches(for: "", among: valid) == [])
    #expect(NearestName.suggestion(for: "xyzzy", among: valid) == "Known here: Heartbeat, Push, Requests, Scene.")
    #expect(NearestName.suggestion(for: "xyzzy", among: [String]()) == "")
  }
}
