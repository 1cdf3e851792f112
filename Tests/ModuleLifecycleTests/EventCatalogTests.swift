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
    (
      #"payment={"tags": ["a", 5]}"#, "The arguments of payment are not valid: 'tags[2]' expects a text, not 5."
    ),
    (
      #"continueUserActivity={"activity": {"userInfo": {}}}"#,
      #"The arguments of continueUserActivity are not valid: 'activity' expects 'type' among its keys, not {"userInfo":{}}."#
    ),
    (
      #"continueUserActivity={"activity": {"type": 5, "userInfo": {}}}"#,
      "The arguments of continueUserActivity are not valid: 'activity.type' expects a text, not 5."
    ),
  ]) func errorsNameTheEventTheArgumentAndWhatIsValid(text: String, message: String) {
    let error = #expect(throws: EventCatalogError.self) { try catalog.event(spelled: text) }
    #expect(error?.description == message)
  }
}

@Suite struct EventArgumentProblemTests {
  typealias Payment = EventCatalogTests.Payment

  /// From 0 to 100.
  struct Percent: Codable, Sendable {
    var value: Int
    init(_ value: Int) { self.value = value }
    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Int.self)
      guard (0...100).contains(value) else {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no share"))
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  /// Decodes by hand, as events with rules of their own do.
  struct Split: LifecycleEvent {
    var left: Percent
    var right: Percent
    var names: [Int]
    static var example: Split { Split(left: Percent(40), right: Percent(60), names: []) }
    init(left: Percent, right: Percent, names: [Int]) { (self.left, self.right, self.names) = (left, right, names) }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      left = try container.decode(Percent.self, forKey: .left)
      right = try container.decode(Percent.self, forKey: .right)
      names = try container.decode([Int].self, forKey: .names)
    }
  }

  private func problems(_ text: String) throws -> [String] {
    let catalog = EventCatalog([Payment.self, Split.self, OpenURL.self])
    let (event, arguments) = try catalog.parse(text)
    return catalog.problems(with: arguments, of: event).map { "\($0.argument ?? "all"): \($0.expected)" }
  }

  @Test(
    arguments: [
      ("payment", []), ("payment=amount:3", []), ("nobody", []),
      ("payment=amount:many", ["amount: a whole number, such as 5"]),
      (
        "payment=amount:many,isTest:maybe,rate:fast",
        ["amount: a whole number, such as 5", "isTest: yes or no, such as no", "rate: a number, such as 1.5"]
      ),
      (#"payment={"tags":5}"#, [#"tags: a list, such as ["text"]"#]),
      (#"payment={"tags":["a",5]}"#, [#"tags: a text in 'tags[2]', such as ["text"]"#]),
      ("openURL=options:zzz", [#"options: an object, such as {"key":"value"}"#]),
      ("split=names:one", ["names: a whole number in 'names[1]', such as [1]"]),
      ("split=left:101", ["left: a value such as 40"]),
      ("split=left:50,right:50", []),
    ] as [(String, [String])]) func eachArgumentIsLookedAtByItself(text: String, expected: [String]) throws
  {
    if text == "nobody" {
      #expect(EventCatalog().problems(with: .object(["a": .null]), of: text).isEmpty)
    } else {
      #expect(try problems(text) == expected)
    }
  }

  @Test func argumentsThatAreWrongOnlyTogetherAreNobodysFault() throws {
    let catalog = EventCatalog([Pair.self])
    #expect(
      catalog.problems(with: .object(["from": .integer(6), "to": .integer(7)]), of: "pair")
        == [EventArgumentProblem(argument: nil, expected: "other values")])
  }

  /// Takes 1 and 2, or 6 with 2, or 1 with 7.
  struct Pair: LifecycleEvent {
    var from: Int
    var to: Int
    static var example: Pair { Pair(from: 1, to: 2) }
    init(from: Int, to: Int) { (self.from, self.to) = (from, to) }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      from = try container.decode(Int.self, forKey: .from)
      to = try container.decode(Int.self, forKey: .to)
      guard from == 1 || to == 2 else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "one at a time"))
      }
    }
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
