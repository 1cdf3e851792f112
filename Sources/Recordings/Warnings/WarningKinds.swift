import ModuleLifecycle

/// What there is to say about each kind of warning, whatever it was about.
extension WarningEntry.Kind {
  /// What it is, in a few words: `a handler threw`. A kind of a later version goes by its name.
  package var title: String { text?.title ?? rawValue }

  /// Why it matters, in a sentence or two.
  package var meaning: String { text?.meaning ?? "This version does not know this kind of warning." }

  /// What to do about it, in a sentence or two.
  package var advice: String { text?.advice ?? "See the documentation of the version that wrote it." }

  private typealias Text = (title: String, meaning: String, advice: String)

  private var text: Text? { Self.texts[self] }

  private static let texts: [Self: Text] = [
    overBudget: (
      "over budget",
      "All modules together took longer than the event may take. An application that does so at launch, or on its way to "
        + "the background, may be ended by the system.",
      "Look where the time went, and do later, or elsewhere, what need not be done now. Modules.map can set another "
        + "budget."
    ),
    mainActorBlocked: (
      "main actor blocked",
      "Nothing else on the main actor goes on meanwhile: no event, no timer, and nothing that the user does.",
      "Look for work that went on there after a handler had returned: a task, a timer, a completion. Move it off the "
        + "main actor."
    ),
    launchHeldUp: (
      "launch held up",
      "Modules start one after the other, so none of the later ones has started yet, and the application is not launched.",
      "Look what the module's start() waits for. Give that a time limit, or do it after the launch if no other module needs "
        + "it."
    ),
    shutDownHeldUp: (
      "shutdown held up",
      "Cleanups go one after the other, so all that comes after this one is still open. A supervisor may kill the process "
        + "before they have run.",
      "Look what the cleanup or the service waits for. Give the object a limit: own(_:_:closing:within:)."
    ),
    handlerThrew: (
      "a handler threw",
      "What the module had to do at this event was not done, and its vote is missing. The other modules were called all "
        + "the same.",
      "Read the error. Catch it in the handler if the module can go on; register the module as required if the "
        + "application can't go on without it."
    ),
    launchAborted: (
      "launch aborted",
      "A module that the application can't do without threw at launch. The modules that had been launched were let go of, "
        + "the last one first.",
      "Read the error and launch again; or do not register the module as required, if the application can do without it."
    ),
    startFailed: (
      "start failed",
      "The module gets events all the same, but what its start() was to make is not there.",
      "Read the error. Register the module as required if the application can't go on without it."
    ),
    serviceEnded: (
      "service ended",
      "What it served is not served any more. Unless the group says otherwise, the whole application ends with it.",
      "Read the error. A service should return only after a graceful shutdown was asked for, or its task was cancelled."
    ),
    taskEnded: (
      "task ended",
      "The work that it did for its owner is not done any more.",
      "Read the error, and catch it in the task if the work can go on. If the task may end by itself, do not call it endless."
    ),
    votesConflict: (
      "votes in conflict",
      "More than one module claimed what only one can have, or the votes have nothing in common. Only one answer is "
        + "given, and the order of the modules decides it.",
      "Look at the answers, and make the modules' conditions narrower, so that each event is one module's."
    ),
    neverCompleted: (
      "not completed",
      "Whoever sent the event waited for this answer until its deadline, or till the completion was dropped, and then went "
        + "on without it.",
      "Look for a path through the handler that does not call its completion: an early return, an error, a callback that "
        + "never comes."
    ),
    completedTwice: (
      "completed twice",
      "The first answer stood and this one changed nothing; but the handler took two ways where it should take one.",
      "Look for a path that goes on after it has called its completion."
    ),
    notCleaned: (
      "not cleaned after its owner",
      "The owner is gone, so nobody will give these objects back any more: they stay open while the application runs.",
      "Look who holds the bag that they are in. Let it be a stored property of the owner itself, its first one."
    ),
    ownerOverdue: (
      "owner overdue",
      "Something still holds what should be gone, so its memory and all that it owns stay: observers are called, timers "
        + "fire, sessions live.",
      "Follow the hint, which is no proof. In the dashboard, i cleans the object that may hold it; in the code, hold it "
        + "weakly, or end what holds it."
    ),
    tooManyAlive: (
      "too many alive",
      "More instances live at once than were expected, so an older one was not let go of when a newer one was made.",
      "Look who keeps the older ones: a list, a closure, a timer."
    ),
    delegateDangling: (
      "delegate dangling",
      "The reference neither keeps its delegate nor learns of its death. Nobody has read it yet; whoever does ends the "
        + "program, or reads what is there by chance.",
      "Clear the reference before the delegate dies: own it in the delegate's bag. Or make it weak."
    ),
    registeredLate: (
      "registered late",
      "It came when nobody waited for it any more: launch was over, or its owner had gone.",
      "Register launch work before launch, or let it run at once when it is late. Own things before the work starts that "
        + "acquires them."
    ),
    madeElsewhere: (
      "made elsewhere",
      "Its factory gave an instance that was made before. What that owns is cleaned with it, but unnamed and in no journal, "
        + "and the module does not die when it is removed as long as its maker holds it.",
      "Make the module in its factory: register(\"Session\") { Session() }. Or give its bag a name and a journal: "
        + "OwnedObjects(owner:in:)."
    ),
    outOfState: (
      "out of state",
      "The system never sends this event in this state, so modules may not be prepared for it.",
      "Send the events in the system's order; or launch first."
    ),
    depthCap: (
      "too deep",
      "Events led to events so often that it looks endless. This one was not delivered, and its answer is the one of no "
        + "votes.",
      "Follow the cycle in the message: find who sends or queues each of its events, and end it where the next one is not "
        + "always needed."
    ),
  ]
}
