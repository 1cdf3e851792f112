/// The time budgets of events. A dispatch that exceeds its budget causes a warning, usually while it is still running.
///
/// ```swift
/// var budgets = EventBudgets.standard
/// budgets[OpenURL.self] = .milliseconds(50)
/// let composite = CompositeDelegate(budgets: budgets)
/// ```
///
/// A budget covers all modules together, from the first handler's call to the last handler's return.
public struct EventBudgets: Sendable, Equatable {
  /// The budget of events that have no budget of their own. `nil` for no budget.
  public var general: Duration?
  package var own: [String: Duration?]
  /// Whether the time that `willFinishLaunching` takes is deducted from the budget of `didFinishLaunching`. `true` in
  /// `standard` until one of the two is set.
  package var sharesLaunch = false

  /// Creates budgets for some events and for all others.
  ///
  /// - Parameters:
  ///   - general: The budget of all other events. `nil` for none.
  ///   - events: Budgets by event name.
  public init(general: Duration? = nil, _ events: [String: Duration] = [:]) {
    self.general = general
    own = events.mapValues { $0 }
  }

  /// Gives no event a budget.
  public static let none = EventBudgets()

  /// The limits after which iOS terminates an application.
  ///
  /// - Launch: 20 s for `willFinishLaunching` and `didFinishLaunching` together.
  /// - Entering the background, and terminating: 5 s each.
  /// - Any other event: 10 s.
  public static let standard: EventBudgets = {
    var budgets = EventBudgets(
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

  /// The budget of the event with that name. `nil` when it has none.
  ///
  /// Setting `willFinishLaunching` or `didFinishLaunching` separates their budgets.
  public subscript(event: String) -> Duration? {
    get { own[event] ?? general }
    set {
      own.updateValue(newValue, forKey: event)
      if event == WillFinishLaunching.name || event == DidFinishLaunching.name { sharesLaunch = false }
    }
  }

  /// The budget of an event. `nil` when it has none. See `subscript(_:)` with a name.
  public subscript(event: any LifecycleEvent.Type) -> Duration? {
    get { self[event.name] }
    set { self[event.name] = newValue }
  }

  /// Returns the budget in the form that a dispatch needs.
  ///
  /// - Parameter isForAll: Whether the event is sent to the whole application. An event sent to a part of it doesn't
  ///   share the launch budget.
  func budget(of event: String, isForAll: Bool = true) -> EventBudget {
    let sharesLaunch = sharesLaunch && isForAll
    return EventBudget(
      nanoseconds: self[event].map { UInt64(nanoseconds: $0) } ?? EventBudget.unlimited,
      isChargedToLaunch: sharesLaunch && event == WillFinishLaunching.name,
      includesLaunch: sharesLaunch && event == DidFinishLaunching.name)
  }
}

/// An event's budget, computed once for each plan.
struct EventBudget: Sendable {
  static let unlimited = UInt64.max

  let nanoseconds: UInt64
  /// Whether the event's time is deducted from the launch that follows.
  let isChargedToLaunch: Bool
  /// Whether the charged time is deducted from this budget.
  let includesLaunch: Bool
}
