#if CommandLine
/// The map that `rollcall init` writes: small, valid, and with an example of everything that most maps need.
enum StarterMap {
  static let text = """
    # The modules of an application, in dispatch order: every event visits them from top to bottom.
    #
    # `rollcall check` says whether this file is right, and in which order its modules are called. `rollcall` opens the
    # dashboard on it: f fires an event, x removes a module, ? explains the keys. Without a screen,
    # `rollcall fire didFinishLaunching openURL=url:pay:42` does the same once. `rollcall events` lists the events.

    application: { name: MyApp }

    # Exactly one module is the main one: it owns the window and can't be removed.
    main: Scene

    # How long an event may take, all its handlers together, before there is a warning. All others may take what iOS gives
    # them.
    budgets: { didFinishLaunching: 400ms, openURL: 100ms }

    modules:
      # A scripted module needs no Swift: what it does at which event stands here, and what it owns.
      - Analytics:
          type: Scripted
          handles:
            didFinishLaunching: { takes: 5ms }                     # asleep; `burns: 5ms` would use the processor
            didEnterBackground: { prints: 3 events were saved }
          owns:
            - task: upload

      - Scene:
          type: Scripted
          handles:
            didFinishLaunching: { answers: yes }
            openURL: { answers: yes, when: "https:*" }             # abstains from all other links

      # Called after Session, although it stands before it.
      - Payments:
          type: Scripted
          after: [Session]
          handles:
            didFinishLaunching: { takes: 12ms, answers: yes }
            openURL: { takes: 3ms, answers: yes, when: "pay:*" }
            didReceiveMemoryWarning: { throws: ledger locked }     # the other modules are called all the same
          owns:
            - timer: { name: receipts, every: 1s }

      # What it owns is given back when it goes: last in, first out.
      - Session:
          type: Scripted
          handles:
            didFinishLaunching: { answers: yes }
          owns:
            - file: tokens
            - observer: userDidLogOut

      # A type that comes with rollcall, with a setting of its own.
      - Heartbeat: { every: 1s }

    # Your own modules are types in Swift. An executable of your own, which links ModuleRegistration and TerminalDashboard,
    # registers them by name and makes the application from this file:
    #
    #   var registry = ModuleRegistry()
    #   registry.register("Feed", summary: "What is new.") { _ in Feed() }
    #   let map = try ModuleMap.load(contentsOf: "Modules.map", registry: registry)
    #   let application = try registry.makeApplication(from: map)
    #
    # Then `- Feed` stands in the list above like any other, or `- Downloads: { type: Feed }` under another name.

    """
}
#endif
