/// How long the delivery of an event may take, by event. One that takes longer is warned of, while it runs.
///
/// ```swift
/// var budgets = Budgets.standard
/// budgets[OpenURL.self] = .milliseconds(50)
/// let composite = CompositeDelegate(budgets: budgets)
/// ```
///
/// A budget is for all modules together, from the first handler's call to the last one's return.
public struct Budgets: Sendable, Equatable {
  /// The budget of events that have none of their own; `nil`, and those have none.
  public var general: Duration?
  package var own: [String: Duration?]
  /// Whether what willFinishLaunching takes is missing from the budget of didFinishLaunching.
  public package(set) var sharesLaunch = false

  /// Budgets for some events and for all others.
  ///
  /// - Parameters:
  ///   - general: The budget of all other events; `nil` for none.
  ///   - events: Budgets by the names of events.
  public init(general: Duration? = nil, _ events: [String: Duration] = [:]) {
    self.general = general
    own = events.mapValues { $0 }
  }

  /// No event has a budget.
  public static let none = Budgets()

  /// The limits past which iOS ends an application: 20 s for launching, willFinishLaunching and didFinishLaunching
  /// together; 5 s for going to the background and for terminating; 10 s for everything else.
  public static let standard: Budgets = {
    var budgets = Budgets(
      general: .seconds(10),
      [
        WillFinishLaunching.name: .seconds(20), DidFinishLaunching.name: .seconds(20),
        "sceneWillConnect": .seconds(20),
        DidEnterBackground.name: .seconds(5), "sceneDidEnterBackground": .seconds(5),
        WillTerminate.name: .seconds(5),
      ])
    budgets.sharesLaunch = true
    return budgets
  }()

  /// The budget of the event with that name; `nil` where it has none.
  ///
  /// Setting one of the two events of launching gives each a budget of its own.
  public subscript(event: String) -> Duration? {
    get { own[event] ?? general }
    set {
      own.updateValue(newValue, forKey: event)
      if event == WillFinishLaunching.name || event == DidFinishLaunching.name { sharesLaunch = false }
    }
  }

  /// The budget of an event; `nil` where it has none. See `subscript(_:)` with a name.
  public subscript(event: any LifecycleEvent.Type) -> Duration? {
    get { self[event.name] }
    set { self[event.name] = newValue }
  }

  /// The budget as a dispatch needs it.
  ///
  /// - Parameter isForAll: Whether the whole application is sent the event; what a part of it is sent alone has the
  ///   event's budget to itself.
  func budget(of event: String, isForAll: Bool = true) -> EventBudget {
    let sharesLaunch = sharesLaunch && isForAll
    return EventBudget(
      nanoseconds: self[event].map { UInt64(nanoseconds: $0) } ?? EventBudget.unlimited,
      isChargedToLaunch: sharesLaunch && event == WillFinishLaunching.name,
      includesLaunch: sharesLaunch && event == DidFinishLaunching.name)
  }
}

/// What one event may take, worked out once for each plan.
struct EventBudget: Sendable {
  static let unlimited = UInt64.max

  let nanoseconds: UInt64
  /// Whether what it takes is missing from the launch that follows.
  let isChargedToLaunch: Bool
  /// Whether what was charged is missing from this budget.
  let includesLaunch: Bool
}
