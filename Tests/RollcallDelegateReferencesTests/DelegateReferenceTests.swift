import RollcallDelegateReferences
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@Suite(.inTurn, .serialized) struct DelegateReferenceTests {
  private let log = Log()

  @Test(arguments: DelegatePolicy.allCases)
  func aReferenceReturnsTheDelegateItWasSetTo(policy: DelegatePolicy) {
    let reference = DelegateReference<any Listener>(policy)
    #expect(reference.delegate == nil)
    #expect(!reference.isSet)
    let (left, right) = (Ear("left"), Ear("right"))
    reference.delegate = left
    #expect(reference.delegate === left)
    reference.delegate = right
    expectEqual(reference.delegate?.name, "right")
    #expect(reference.isSet)
    reference.clear()
    #expect(reference.delegate == nil)
    #expect(!reference.isSet)
    withExtendedLifetime((left, right)) {}
  }

  @Test(arguments: DelegatePolicy.allCases)
  func onlyTheStrongPoliciesKeepTheDelegate(policy: DelegatePolicy) {
    let reference = DelegateReference<Ear>(policy)
    do {
      let ear = Ear("ear", log: log)
      reference.delegate = ear
      withExtendedLifetime(ear) {}
    }
    #expect(log.lines == (policy.keepsDelegate ? [] : ["ear died"]))
    reference.clear()
    expectEqual(log.lines, ["ear died"])
  }

  @Test func aWeakReferenceIsNilWhileItsDelegateDies() {
    let reference = DelegateReference<Ear>(.weak)
    do {
      let ear = Ear("ear", log: log) { reference.delegate == nil && !reference.isSet ? "nil already" : "still there" }
      reference.delegate = ear
      withExtendedLifetime(ear) {}
    }
    expectEqual(log.lines, ["nil already", "ear died"])
    #expect(!reference.isSet)
  }

  @Test(arguments: unsafe [DelegatePolicy.unowned, .unownedUnsafe])
  func aDanglingReferenceStaysSet(policy: DelegatePolicy) {
    let reference = DelegateReference<Ear>(policy, to: Ear("ear", log: log))
    expectEqual(log.lines, ["ear died"])
    #expect(reference.isSet)
    reference.clear()
    #expect(!reference.isSet)
    #expect(reference.delegate == nil)
  }

  @Test func aDelegateCanSetTheReferenceToNilInItsDeinit() {
    let reference = unsafe DelegateReference<Ear>(.unownedUnsafe)
    do {
      let ear = Ear("ear", log: log) {
        reference.clear()
        return "cleared"
      }
      reference.delegate = ear
      withExtendedLifetime(ear) {}
    }
    expectEqual(log.lines, ["cleared", "ear died"])
    #expect(reference.delegate == nil)
  }

  @Test func invalidThenTheMessageThenTheRelease() {
    let reference = DelegateReference<any Listener>(.strongUntilInvalidated, to: Ear("ear", log: log))
    #expect(log.lines.isEmpty)
    reference.invalidate { delegate in
      log.add("\(delegate.name) hears, invalid: \(reference.isInvalidated), still there: \(reference.delegate != nil)")
    }
    expectEqual(log.lines, ["ear hears, invalid: true, still there: true", "ear died"])
    #expect(reference.delegate == nil)
    reference.invalidate { _ in log.add("heard twice") }
    expectEqual(log.lines.count, 2)
    reference.delegate = nil
  }

  @Test(arguments: DelegatePolicy.allCases)
  func everyPolicySendsTheMessageToALivingDelegate(policy: DelegatePolicy) {
    let ear = Ear("ear")
    let reference = DelegateReference<Ear>(policy, to: ear)
    var heard: [String] = []
    reference.invalidate { heard.append($0.name) }
    expectEqual(heard, ["ear"])
    #expect(!reference.isSet)
    withExtendedLifetime(ear) {}
  }

  @Test func invalidatingAnEmptyReferenceSendsNoMessage() {
    let reference = DelegateReference<Ear>(.weak)
    reference.invalidate { _ in Issue.record("There is no delegate.") }
    #expect(reference.isInvalidated)
  }

  @Test func aMessageThatThrowsStillReleasesTheDelegate() {
    let reference = DelegateReference<Ear>(.strong, to: Ear("ear", log: log))
    #expect(throws: Refusal.self) { try reference.invalidate { _ in throw Refusal("no") } }
    expectEqual(log.lines, ["ear died"])
  }

  @Test(arguments: [DelegatePolicy.strong, .strongUntilInvalidated])
  func aDelegateThatDiesOnReleaseCanReadTheReference(policy: DelegatePolicy) {
    let reference = DelegateReference<Ear>(policy)
    reference.delegate = Ear("first", log: log) { "reading gives \(reference.delegate?.name ?? "nil")" }
    reference.delegate = Ear("second", log: log) {
      reference.clear()
      return "set: \(reference.isSet)"
    }
    expectEqual(log.lines, ["reading gives second", "first died"])
    reference.clear()
    expectEqual(log.lines.suffix(2), ["set: false", "second died"])
  }

  @Test func policiesAreNamedAsSwiftSpellsThem() {
    expectEqual(
      DelegatePolicy.allCases.map { "\($0): \($0.readingAfterDeath)" },
      [
        "weak: gives nil", "unowned: ends the program", "unowned(unsafe): is undefined", "strong: can't happen",
        "strong until invalidated: can't happen",
      ])
  }
}

/// Each test that ends the program runs in a separate process.
@Suite(.inTurn, .serialized) struct DelegateReferenceTrapTests {
  @Test func readingAnUnownedReferenceAfterItsDelegatesDeathEndsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let reference = DelegateReference<Ear>(.unowned, to: Ear("ear"))
      _ = reference.delegate
    }
    #expect(text(result).contains("Attempted to read an unowned reference"))
  }

  @Test func anInvalidatedReferenceAcceptsNoDelegate() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let reference = DelegateReference<Ear>(.strongUntilInvalidated)
      reference.invalidate { _ in }
      reference.delegate = Ear("ear")
    }
    expect(result, says: "The reference was invalidated and accepts no new delegate.")
  }

  @Test func aValueCannotBeADelegate() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let reference = DelegateReference<String>(.strong)
      reference.delegate = "ear"
    }
    expect(result, says: "A delegate is an instance of a class.")
  }

  /// An optimised build ends without a message.
  private func expect(_ result: ExitTest.Result?, says message: String) {
    #if DEBUG && !ROLLCALL_OPTIMISED
    #expect(text(result).contains(message))
    #endif
  }

  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }
}
