public import ModuleLifecycle
import RollcallTextFormatting

extension WarningEntry {
  /// What happened, in one or two sentences: `message`, or a text made from the other fields.
  public var sentence: String { message ?? words ?? "\(kind.title.sentenceCase)." }

  /// The sentence that the fields make; `nil` if the kind needs a field that is missing.
  var words: String? {
    switch kind {
    case .overBudget: budgetWords
    case .mainActorBlocked: silenceWords
    case .handlerThrew:
      words(module, event, error) { "\($0) threw in \($1): \"\($2)\". The other modules continued." }
    case .launchAborted:
      words(event, module, error) {
        fate == .ended
          ? "\($0) called no module: the launch had been aborted, because \($1) is required and threw \"\($2)\"."
          : "\($0) was aborted: \($1) is required and threw \"\($2)\". Started modules are removed, last first."
      }
    case .votesConflict: conflictWords
    case .notDelivered: deliveryWords
    case .neverCompleted: completionWords
    case .completedTwice:
      words(module, event) { "\($0) completed \($1) more than once. The first answer counts." }
    case .notCleaned: cleanupWords
    case .ownerOverdue: overdueWords
    case .tooManyAlive:
      words(owner, count, limit) { "\($1) owners named \($0) are alive; at most \($2) were expected." }
    case .delegateDangling:
      reference.map { reference in
        "\(reference.name.sentenceCase) (\(reference.policy)) still points to its "
          + "\(reference.type), which has been freed. Reading it \(reference.reading)."
      }
    case .registeredLate: lateWords
    case .madeElsewhere:
      module.map { "\($0) seems to have been created before its factory was called. Its objects are in no journal." }
    case .startFailed: words(module, error) { "\($0) could not start: \"\($1)\". The launch continued without it." }
    case .launchCancelled:
      words(module, elapsedNanoseconds) {
        "The launch was cancelled while \($0) was starting, after \(TimeInWords.measured($1))."
      }
    case .launchHeldUp:
      words(module, elapsedNanoseconds) {
        "The launch waits for \($0), which has been starting for \(TimeInWords.measured($1))."
      }
    case .shutDownHeldUp: shutDownWords
    case .serviceEnded: serviceWords
    case .taskEnded: taskWords
    case .outOfState: words(event, state) { "\($0) was sent while the application was \($1.words)." }
    case .depthCap: cycleWords
    case .launchRefused:
      words(module, event) {
        "\($0) alone answered no to \($1). On iOS, the link that launched the app is dropped then."
      }
    case .scenesNotAdopted: "The app has not adopted scenes. Built with the iOS 27 SDK, it ends at launch."
    case .scenesUnheard: "A scene has connected, and no module has heard of it."
    case .windowWithoutScene: "The app's window belongs to no scene, and stays black."
    case .notificationsElsewhere:
      objects.first.map {
        "Notifications go to \($0), which is the notification center's delegate, not to the modules."
      }
        ?? "Notifications do not reach the modules: the notification center has no delegate."
    case .handlerUnannounced:
      event.map { "\($0) is never sent: UIKit looked for its method before a module handled it." }
    case .methodExchanged:
      event.map { event in
        let code = objects.last.map { objects.count > 1 ? "\(objects[0]) in \($0)" : "code in \($0)" } ?? "other code"
        return "UIKit's call for \(event) runs \(code), not the delegate's own method."
      }
    case .stateDiffers:
      words(event, state) {
        "After \($0), UIKit says that the application is \($1.words). Its scenes say something else."
      }
    case .experimentRefused: experimentWords
    default: nil
    }
  }

  private var budgetWords: String? {
    words(event, elapsedNanoseconds, limitNanoseconds) { event, elapsed, limit in
      let (time, budget) = (TimeInWords.measured(elapsed), TimeInWords.exact(limit))
      let taken = isUnderWay ? "has taken \(time) so far" : "took \(time)"
      let over = chargedNanoseconds.map { charged in
        "after \(TimeInWords.measured(charged)) of willFinishLaunching, over the budget of \(budget) for both"
      }
      return "\(event) \(taken), \(over ?? "over its budget of \(budget)"). \(slowestWords)"
    }
  }

  private var slowestWords: String {
    guard let module, let handlerNanoseconds else { return "No module was called." }
    let time = TimeInWords.measured(handlerNanoseconds)
    guard isUnderWay else { return "\(module) took the longest, \(time)\(breakdown?.clause ?? "")." }
    return "\(module) has been running for \(time)\(innerEvent.map { ", in the nested event \($0)" } ?? "")."
  }

  private var silenceWords: String? {
    guard let elapsedNanoseconds else { return nil }
    let names = handlers.map { "\($0.module) in \($0.event ?? "")" }
    let time = TimeInWords.measured(elapsedNanoseconds)
    let hint =
      switch names.count {
      case 0: ""
      case 1: " Perhaps it is blocked by \(names[0]), which has not completed."
      default: " Perhaps it is blocked by one of these, which have not completed: \(names.joined(separator: ", "))."
      }
    return "The main actor has not answered for \(time), and no handler is running.\(hint)"
  }

  private var conflictWords: String? {
    guard let event else { return nil }
    if let module { return "\(event): The votes have nothing in common, so \(module)'s vote was used." }
    return handlers.isEmpty ? nil : "\(event): claimed by \(listed(handlers.map(\.module)))."
  }

  private var deliveryWords: String? {
    words(module, event, elapsedNanoseconds) { module, event, elapsed in
      let why: String? =
        switch fate {
        case .startFailed: "it could not start"
        case .removed: "it was removed"
        case .switchedOff: "it was switched off"
        case .ended: "the application ended"
        case .tooMany: "too many events waited for it already"
        default: nil
        }
      let held = "Held for \(TimeInWords.measured(elapsed)) while \(module) was starting"
      return "\(module) did not get \(event)\(why.map { ": \($0)" } ?? ""). \(held)."
    }
  }

  private var completionWords: String? {
    guard let event, !handlers.isEmpty else { return nil }
    let names = listed(handlers.map(\.module))
    guard let limitNanoseconds else { return "\(names) released the completion of \(event) without calling it." }
    return "\(names) had not completed \(event) after \(TimeInWords.exact(limitNanoseconds)). "
      + "The sender stopped waiting."
  }

  private var cleanupWords: String? {
    guard let owner, let count, count > 0 else { return nil }
    let rest = count > objects.count ? " and \(count - objects.count) more" : ""
    return
      "\(owner) was freed, but \(objects.joined(separator: ", "))\(rest) \(count == 1 ? "was" : "were") not cleaned."
  }

  private var overdueWords: String? {
    guard let owner else { return nil }
    let removal = module == nil ? "should be gone" : "was removed"
    let open = count ?? 0 > 0 ? "; its objects stay open." : "."
    guard let hint else { return "\(owner) \(removal) and is still alive\(open)" }
    // The suspected holder comes first, where a short line still shows it.
    return "\(owner) is still alive: \(hint.word) \(hint.clause). It \(removal)\(open)"
  }

  private var lateWords: String? {
    guard let object = objects.first else { return nil }
    return switch fate {
    case .cleaned:
      "\(owner.flatMap { $0.isEmpty ? nil : $0 } ?? "An owner without a name") was gone when it acquired \(object). "
        + "The object was cleaned at once."
    case .ran: "The launch task '\(object)' was registered after launch and ran at once."
    case .notRun: "The launch task '\(object)' was registered after launch and did not run."
    case .waits: module.map { "The launch task '\(object)' missed launch and waits until \($0) catches up." }
    default: nil
    }
  }

  private var shutDownWords: String? {
    guard let name = owner ?? module else { return nil }
    let object = objects.first.map { ": \($0) is still being cleaned" } ?? ""
    if let limitNanoseconds {
      return "The shutdown stopped waiting for \(name) after \(TimeInWords.exact(limitNanoseconds))\(object)."
    }
    let since = elapsedNanoseconds.map { " (\(TimeInWords.measured($0)) so far)" } ?? ""
    return "The shutdown waits for \(name)\(object)\(since)."
  }

  private var serviceWords: String? {
    guard let module else { return nil }
    guard let error else { return "\(module) returned without being asked to shut down." }
    return "\(module) threw \"\(error)\" and has ended."
  }

  private var taskWords: String? {
    guard let owner, let object = objects.first else { return nil }
    let name = owner.isEmpty ? "an owner without a name" : owner
    guard let error else { return "\(object) of \(name) returned, but it should run until it is cancelled." }
    return "\(object) of \(name) threw \"\(error)\" and has ended."
  }

  private var experimentWords: String? {
    guard let module else {
      return error.map { "ROLLCALL_EXPERIMENTS is not understood, so it has no effect: \($0)" }
        ?? "An experiment has no effect: it has to begin once, before the first module is registered."
    }
    let verb = experiment == .leftOut ? "left out" : "deferred"
    if let error { return "\(module) can't be \(verb): \(error)." }
    let question = objects.isEmpty ? "" : " Did you mean \(objects.joined(separator: " or "))?"
    return "No module is named \"\(module)\", so it is not \(verb).\(question)"
  }

  private var cycleWords: String? {
    guard let event else { return nil }
    var names = events
    if names.count > 12 { names.replaceSubrange(8..<(names.count - 3), with: ["\u{2026}"]) }
    let cycle = names.isEmpty ? "" : " The cycle: \(names.joined(separator: " \u{2192} "))."
    if let count {
      return "\(event) was not delivered: it follows a chain of \(count) events that led to each other.\(cycle)"
    }
    return limit.map { "\(event) was nested \($0) events deep and was not delivered.\(cycle)" }
  }

  private func listed(_ names: [String]) -> String {
    names.count < 2 ? names.joined() : "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
  }

  private func words<A, B>(_ first: A?, _ second: B?, _ sentence: (A, B) -> String) -> String? {
    words(first, second, ()) { first, second, _ in sentence(first, second) }
  }

  private func words<A, B, C>(
    _ first: A?, _ second: B?, _ third: C?, _ sentence: (A, B, C) -> String
  ) -> String? {
    guard let first, let second, let third else { return nil }
    return sentence(first, second, third)
  }
}

extension HolderHint {
  /// What may hold the owner, and how, as a clause: "session api holds its delegate until it is invalidated".
  package var clause: String { text ?? words }

  /// The clause that the fields make.
  var words: String {
    switch trust {
    case .declared: "\(holder)\(holderOwner.map { " of \($0)" } ?? "") \(hold ?? "holds it")"
    case .possible: "\(holder) holds it in its closure"
    default: "\(holder) holds it"
    }
  }

  /// The word in front of the clause: `perhaps` if the hold is only possible, otherwise `likely`.
  package var word: String { trust == .possible ? "perhaps" : "likely" }
}

extension WarningEntry.Kind {
  /// A title of a few words: `a handler threw`. A kind from a later version is called by its name.
  package var title: String { Self.titles[self] ?? rawValue }

  private static let titles: [Self: String] = [
    overBudget: "over budget",
    mainActorBlocked: "main actor blocked",
    launchHeldUp: "launch held up",
    shutDownHeldUp: "shutdown held up",
    handlerThrew: "a handler threw",
    launchAborted: "launch aborted",
    launchCancelled: "launch cancelled",
    startFailed: "start failed",
    serviceEnded: "service ended",
    taskEnded: "task ended",
    votesConflict: "votes in conflict",
    notDelivered: "not delivered",
    neverCompleted: "not completed",
    completedTwice: "completed twice",
    notCleaned: "not cleaned after its owner",
    ownerOverdue: "owner overdue",
    tooManyAlive: "too many alive",
    delegateDangling: "delegate dangling",
    registeredLate: "registered late",
    madeElsewhere: "made elsewhere",
    outOfState: "out of state",
    depthCap: "too deep",
    launchRefused: "launch refused",
    scenesNotAdopted: "scenes not adopted",
    scenesUnheard: "scenes not heard",
    windowWithoutScene: "window without a scene",
    notificationsElsewhere: "notifications elsewhere",
    handlerUnannounced: "handler not announced",
    methodExchanged: "method exchanged",
    stateDiffers: "state differs",
    experimentRefused: "experiment refused",
  ]
}
