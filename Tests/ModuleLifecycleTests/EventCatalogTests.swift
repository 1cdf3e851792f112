import Foundation
import RollcallEventArguments
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@Suite(.inTurn, .serialized) struct EventCatalogTests {
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

  @Test func namesFollowTheTypes() {
    expectEqual(DidFinishLaunching.name, "didFinishLaunching")
    expectEqual(OpenURL.name, "openURL")
    expectEqual(Payment.name, "payment")
    expectEqual(Set(EventCatalog.standard.names).count, EventCatalog.standard.types.count)
  }

  @Test func argumentsAreInTheOrderOfTheirDeclaration() {
    expectEqual(EventArgument.all(of: Payment.self).map(\.name), ["amount", "isTest", "note", "rate", "tags"])
    expectEqual(EventArgument.all(of: OpenURL.self).map(\.name), ["url", "options"])
    #expect(EventArgument.all(of: DidBecomeActive.self).isEmpty)
  }

  struct Maybe: EventWithExample {
    var reason: String?
    static var example: Maybe { Maybe(reason: nil) }
  }
  struct URL2Opened: EventWithExample {
    static var example: URL2Opened { URL2Opened() }
  }

  @Test func anOptionalArgumentCanBeGiven() throws {
    let catalog = EventCatalog([Maybe.self])
    expectEqual(EventArgument.all(of: Maybe.self), [EventArgument(name: "reason", example: .null)])
    let maybe = try catalog.event(named: "maybe", arguments: .object(["reason": .string("late")]))
    #expect((maybe as? Maybe)?.reason == "late")
  }

  @Test func argumentsReplaceThoseOfTheExample() throws {
    let event = try catalog.event(named: "payment", arguments: .object(["amount": .integer(7)]))
    let payment = try #require(event as? Payment)
    #expect(payment.amount == 7 && payment.note == "tip")
    let error = #expect(throws: EventCatalogError.self) {
      try catalog.event(named: "payment", arguments: .object(["amount": .string("many")]))
    }
    expectEqual(
      error?.description, "The arguments of payment are not valid: 'amount' expects a whole number, not \"many\".")
  }

  @Test func initialsInANameAreLowercasedTogether() { expectEqual(URL2Opened.name, "url2Opened") }
}
