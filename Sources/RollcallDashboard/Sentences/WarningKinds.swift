#if CommandLine
import ModuleLifecycle

/// The explanation of each kind of warning, independent of what a single warning is about.
extension WarningEntry.Kind {
  /// Why the warning matters, in one or two sentences.
  var meaning: String { Self.texts[self]?.meaning ?? "This version does not know this kind of warning." }

  /// What to do about the warning, in one or two sentences.
  var advice: String { Self.texts[self]?.advice ?? "See the documentation of the version that wrote it." }

  private static let texts: [Self: (meaning: String, advice: String)] = [
    overBudget: (
      "The modules together took longer than the event's budget allows. The system may end an application that is slow "
        + "to launch or to enter the background.",
      "Find out where the time went. Postpone work that is not needed yet, or move it elsewhere. Modules.map can set "
        + "another budget."
    ),
    mainActorBlocked: (
      "While the main actor is blocked, nothing else can run on it: no event, no timer, no reaction to the user.",
      "Look for work that continues there after a handler has returned: a task, a timer, a completion. Move it off the "
        + "main actor."
    ),
    launchHeldUp: (
      "Modules start one after another. No later module has started yet, and the application is not launched.",
      "Check what the module's start() waits for. Give it a time limit, or do it after launch if no other module needs "
        + "it."
    ),
    shutDownHeldUp: (
      "Cleanups run one after another. Everything that comes after this one is still open, and a supervisor may kill "
        + "the process before it is cleaned.",
      "Check what the cleanup or the service waits for. Give the object a limit: own(closing:_:as:within:)."
    ),
    handlerThrew: (
      "The module did not finish its work for this event, and its vote is missing. The other modules were still "
        + "called.",
      "Read the error. If the module can continue, catch the error in the handler. If the application can't run "
        + "without the module, register it as required."
    ),
    launchAborted: (
      "A required module threw an error at launch. The modules that had already been launched were removed, the last "
        + "one first.",
      "Read the error, and launch again. If the application can run without the module, don't register it as required."
    ),
    launchCancelled: (
      "The application was asked to end while it was launching. The modules that had started are removed, the last one "
        + "first.",
      "If the launch took too long, find out what the module's start() waited for. It should end soon after its task is "
        + "cancelled."
    ),
    startFailed: (
      "The module still gets events, but it lacks everything that its start() should have set up.",
      "Read the error. If the application can't run without the module, register it as required."
    ),
    serviceEnded: (
      "The service has stopped. Unless its service group is set up otherwise, the whole application stops with it.",
      "Read the error. A service should return only after a graceful shutdown was requested or its task was cancelled."
    ),
    taskEnded: (
      "The task has ended and no longer works for its owner.",
      "Read the error. If the work can continue, catch the error in the task. If the task can end by itself, don't "
        + "call it endless."
    ),
    votesConflict: (
      "More than one module claimed what only one can have, or the votes have nothing in common. Only one answer is "
        + "given, and the order of the modules decides which.",
      "Check the answers. Narrow the modules' conditions, so that only one module claims each event."
    ),
    notDelivered: (
      "The event arrived before the module had started, so it waited. The module can't get it any more.",
      "Find out why the module failed to start or was removed. An event that must not be missed belongs to a module that "
        + "is required, or that needs no start."
    ),
    neverCompleted: (
      "The sender waited for this answer until the deadline, or until the completion was released. Then it continued "
        + "without the answer.",
      "Look for a path through the handler that never calls the completion: an early return, an error, a callback that "
        + "never comes."
    ),
    completedTwice: (
      "The first answer was used, and this one changed nothing. But the handler took two paths where it should take "
        + "one.",
      "Look for a path that continues after it has called its completion."
    ),
    notCleaned: (
      "The owner is gone, and nothing else cleans these objects. They stay open while the application runs.",
      "Find out what holds their bag. Make the bag the first stored property of the owner itself."
    ),
    ownerOverdue: (
      "The owner should be gone, but something still holds it. Its memory and everything it owns stay: observers are "
        + "called, timers fire, sessions live.",
      "If there is a hint, follow it. It is likely, not proven. In the dashboard, i cleans the suspected holder; line by "
        + "line, 'fix NAME' does. In the code, hold the owner weakly, or end whatever holds it."
    ),
    tooManyAlive: (
      "More instances are alive than expected: an older one was not released when a newer one was created.",
      "Find out what keeps the older ones: a list, a closure, a timer."
    ),
    delegateDangling: (
      "The reference neither keeps its delegate alive nor becomes nil when the delegate is freed. It has not been read "
        + "yet. Reading it ends the program or returns whatever is in that memory.",
      "Clear the reference before the delegate is freed: own it in the delegate's bag. Or make the reference weak."
    ),
    registeredLate: (
      "A launch task or an object was registered too late: launch was over, or the owner was gone.",
      "Register launch work before launch, or let it run at once when it is late. Own objects before you start the "
        + "work that acquires them."
    ),
    madeElsewhere: (
      "The factory returned an instance that already existed. Its objects are cleaned with it, but have no names and "
        + "are in no journal. After its removal, the module stays alive while its creator holds it.",
      "Create the module in its factory: register(\"Session\") { Session() }. Or give its bag a name and a journal: "
        + "OwnedObjects(owner:in:)."
    ),
    outOfState: (
      "The system never sends this event in this state, so modules may not be prepared for it.",
      "Send the events in the system's order, or launch first."
    ),
    depthCap: (
      "So many events led to further events that the chain looks endless. This event was not delivered. Its answer is "
        + "the answer for no votes.",
      "Follow the cycle in the message. Find what sends or queues each event, and break the cycle where the next event "
        + "is not always needed."
    ),
    launchRefused: (
      "UIKit takes the answer no as \"this is not my link\". Vendors' launch methods often answer no and mean something "
        + "else.",
      "Call the vendor's method under on instead of answer, so that its result is no vote."
    ),
    scenesNotAdopted: (
      "Neither Info.plist has a scene manifest with a configuration, nor does a module configure scenes.",
      "Add the manifest: the article Adopt scenes for iOS 27 has it. In CI: rollcall check --plist Info.plist."
    ),
    scenesUnheard: (
      "The scenes' delegate does not tell the modules. Often Info.plist names none, another class, or one that does not "
        + "exist.",
      "Name CompositeSceneDelegate as UISceneDelegateClassName, below UIWindowSceneSessionRoleApplication."
    ),
    windowWithoutScene: (
      "With scenes, UIKit shows only the windows of a scene.",
      "Make the window in a handler of SceneWillConnect, or set its windowScene there."
    ),
    notificationsElsewhere: (
      "Only one object can be the notification center's delegate. Modules that handle notifications are not called.",
      "Make the application's delegate the center's delegate, before launch ends and after vendors' set-up code. Some "
        + "vendors have a setting that keeps them from replacing it."
    ),
    handlerUnannounced: (
      "UIKit asks once which methods the delegate has. This one was hidden then, because no module handled its event.",
      "Register the module in makeComposite(), or register a handler for the event there."
    ),
    methodExchanged: (
      "An SDK has added or exchanged the delegate's method. As a rule it calls the delegate's own method, too.",
      "If the event is missing, switch that off and call the SDK in a module: the article SDKs beside your delegate says how."
    ),
    stateDiffers: (
      "The application's events follow from those of its scenes. A scene's event is missing, or came in another order.",
      "Let CompositeSceneDelegate be the delegate of every scene, and call super in each method that you override."
    ),
    experimentRefused: (
      "The module takes part in the launch as usual, so the experiment does not show what the launch would gain without "
        + "it.",
      "Check the name. Experiment with the modules that come after this one too, or with another one."
    ),
  ]
}
#endif
