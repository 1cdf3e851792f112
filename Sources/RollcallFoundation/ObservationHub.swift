import Foundation
import ModuleLifecycle
import Synchronization

/// Delivers notifications to observations by level, higher first, then in the order of registration.
///
/// A notification center calls its observers in an order that differs from one process to the next. The hub therefore
/// observes each name once at each center, and calls its own list from there. When the last observation of a name ends,
/// the hub's own observation ends too.
enum ObservationHub {
  /// One name at one center. An observation keeps the center alive, so the center's address is unique meanwhile.
  private struct Topic: Hashable, Sendable {
    let center: ObjectIdentifier
    let name: Notification.Name
  }

  /// The hub's own observation of a name at its center. The center's block holds it, so it lives at least until the
  /// center has released that block.
  final class Link: Sendable {}

  /// The token that ends the hub's own observation at its center.
  private final class Token: Sendable {
    private let token: Mutex<any NSObjectProtocol>

    init(_ token: sending any NSObjectProtocol) { self.token = Mutex(token) }

    func end(at center: NotificationCenter) { token.withLock { center.removeObserver($0) } }
  }

  private struct Subscribers: Sendable {
    /// Ordered by level, higher first, then by age, older first.
    var observations: [Observation] = []
    var link: (own: Link, token: Token)?
  }

  /// Foreign code is never called under this lock. That includes notification centers.
  private static let topics = Locked<[Topic: Subscribers]>([:], .subscribers)

  static func link(of name: Notification.Name, at center: NotificationCenter) -> Link? {
    topics.withLock { $0[Topic(center: ObjectIdentifier(center), name: name)]?.link?.own }
  }

  /// Adds an observation, unless it has already ended.
  static func add(_ observation: Observation, of name: Notification.Name, at center: NotificationCenter) {
    let topic = Topic(center: ObjectIdentifier(center), name: name)
    let isUnheard = topics.withLock { topics in
      guard observation.isActive else { return false }
      var subscribers = topics.removeValue(forKey: topic) ?? Subscribers()
      let place = subscribers.observations.firstIndex { $0.level < observation.level }
      subscribers.observations.insert(observation, at: place ?? subscribers.observations.endIndex)
      topics[topic] = subscribers
      return subscribers.link == nil
    }
    if isUnheard { observe(topic, at: center) }
  }

  /// Observes the name at its center. When several threads do this at once, the first link recorded stays, and only
  /// notifications that arrive through it count.
  private static func observe(_ topic: Topic, at center: NotificationCenter) {
    let link = Link()
    let token = Token(
      center.addObserver(forName: topic.name, object: nil, queue: nil) { [link] notification in
        deliver(notification, of: topic, through: link)
      })
    let isSuperfluous = topics.withLock { topics in
      guard let subscribers = topics[topic], subscribers.link == nil else { return true }
      topics[topic]?.link = (link, token)
      return false
    }
    if isSuperfluous { token.end(at: center) }
  }

  /// Ends an observation. Once this returns, its body is not called again.
  static func remove(_ observation: Observation, of name: Notification.Name, at center: NotificationCenter) {
    observation.end()
    let topic = Topic(center: ObjectIdentifier(center), name: name)
    let last = topics.withLock { topics -> Subscribers? in
      topics[topic]?.observations.removeAll { $0 === observation }
      guard topics[topic]?.observations.isEmpty == true else { return nil }
      return topics.removeValue(forKey: topic)
    }
    last?.link?.token.end(at: center)
  }

  /// Calls each observation that existed when the notification was posted and has not ended when its turn comes.
  private static func deliver(_ notification: Notification, of topic: Topic, through link: Link) {
    let observations = topics.withLock { topics -> [Observation] in
      guard let subscribers = topics[topic], subscribers.link?.own === link else { return [] }
      return subscribers.observations
    }
    let poster = notification.object.map { $0 as AnyObject }
    let isOnMainActor = MainQueue.isCurrent
    var later: [Observation] = []
    for observation in observations where observation.wants(poster) {
      switch observation.current {
      case .onAnyThread(let body): body(notification)
      case .onMainActor(let body) where isOnMainActor: MainActor.assumeIsolated { body() }
      case .onMainActor: later.append(observation)
      case nil: break
      }
    }
    // Call them together, so that nothing runs in between and their order is kept.
    guard !later.isEmpty else { return }
    MainQueue.run { [later] in
      for observation in later {
        if case .onMainActor(let body)? = observation.current { body() }
      }
    }
  }
}
