import ModuleLifecycle
import RollcallEventArguments
import RollcallTestingAdditions
import Testing

@Suite(.inTurn, .serialized) struct EventArgumentProblemTests {
  typealias Payment = EventSpellingTests.Payment

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

  /// Decodes by hand, as events with custom rules do.
  struct Split: EventWithExample {
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

  /// Describes itself with a label twice.
  struct Twice: EventWithExample, CustomReflectable {
    var count = 1
    static var example: Twice { Twice() }
    var customMirror: Mirror { Mirror(self, children: ["count": count, "count": count]) }
  }

  @Test func aLabelThatAnEventRepeatsIsOneArgument() throws {
    let catalog = EventCatalog([Twice.self])
    expectEqual(EventCatalog.arguments(of: Twice.self), [EventArgument(name: "count", example: .integer(1))])
    #expect(try catalog.event(named: Twice.name, arguments: .object(["count": .integer(2)])) as? Twice != nil)
    let problems = catalog.problems(with: .object(["count": .string("many")]), of: Twice.name)
    expectEqual(problems, [EventArgumentProblem(argument: "count", expected: "a whole number, such as 1")])
  }

  private func problems(_ text: String) throws -> [String] {
    let catalog = EventCatalog([Payment.self, Split.self, OpenURL.self])
    let (event, arguments) = try catalog.parse(text)
    return catalog.problems(with: arguments, of: event).map { "\($0.argument ?? "all"): \($0.expected)" }
  }

  @Test(
    arguments: [
      ("payment", []), ("payment=amount:3", []), ("unknown", []),
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
    ] as [(String, [String])]) func eachArgumentIsCheckedByItself(text: String, expected: [String]) throws
  {
    if text == "unknown" {
      #expect(EventCatalog().problems(with: .object(["a": .null]), of: text).isEmpty)
    } else {
      try expectEqual(problems(text), expected)
    }
  }

  @Test func argumentsThatAreWrongOnlyTogetherAreReportedForNoSingleArgument() throws {
    let catalog = EventCatalog([Pair.self])
    expectEqual(
      catalog.problems(with: .object(["from": .integer(6), "to": .integer(7)]), of: "pair"),
      [EventArgumentProblem(argument: nil, expected: "other values")])
  }

  /// Takes 1 and 2, or 6 with 2, or 1 with 7.
  struct Pair: EventWithExample {
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
