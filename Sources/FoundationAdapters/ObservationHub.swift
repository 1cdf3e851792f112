import Foundation
import ModuleLifecycle

/// Hands notifications to observations by level, higher first, and by the order of their registration.
///
/// A notification center calls its observers in an order of its own, which differs from one process to the next. So the
/// hub observes every name once at each center, and calls its own list from there. The last observation of a name that
/// ends takes the hub's own with it.
enum ObservationHub {
  /// One name at one center. The center lives as long as there is an observation, so its address is its own.
  private struct Topic: Hashable, Sendable {
    let center: ObjectIdentifier
    let name: Notification.Name
  }

  /// The hub's own observation of a name at its center. The center's block holds it, so it lives at least until the
  /// center has let go of that block.
  final class Link: Sendable {}

  /// What a center wants back to end the hub's own observation.
  private struct Token: @unchecked Sendable {
    let token: any NSObjectProtocol
  }

  private struct Subscribers: Sendable {
    /// Higher levels first; within a level the older first.
    var observations: [Observation] = []
    var link: (own: Link, token: Token)?
  }

  /// No foreign code is called under this lock, that of notification centers included.
  private static let topics = Locked<[Topic: Subscribers]>([:])

  /// The hub's own observation, if there is one.
  static func link(of name: Notification.Name, at center: NotificationCenter) -> Link? {
    topics.withLock { $0[Topic(center: ObjectIdentifier(center), name: name)]?.link?.own }
  }

  /// Adds an observation, unless it has ended already.
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

  /// Observes the name at its center. Several threads may come here together; the link that is entered first stays, and
  /// only notifications that come through it count.
  private static func observe(_ topic: Topic, at center: NotificationCenter) {
    let link = Link()
    let token = Token(
      token: center.addObserver(forName: topic.name, object: nil, queue: nil) { [link] notification in
        deliver(notification, of: topic, through: link)
      })
    let isSuperfluous = topics.withLock { topics in
      guard let subscribers = topics[topic], subscribers.link == nil else { return true }
      topics[topic]?.link = (link, token)
      return false
    }
    if isSuperfluous { center.removeObserver(token.token) }
  }

  /// Ends an observation; once this returns, it is not called any more.
  static func remove(_ observation: Observation, of name: Notification.Name, at center: NotificationCenter) {
    observation.end()
    let topic = Topic(center: ObjectIdentifier(center), name: name)
    let last = topics.withLock { topics -> Subscribers? in
      topics[topic]?.observations.removeAll { $0 === observation }
      guard topics[topic]?.observations.isEmpty == true else { return nil }
      return topics.removeValue(forKey: topic)
    }
    if let link = last?.link { center.removeObserver(link.token.token) }
  }

  /// Calls everybody who observed the name when it was posted and still does when their turn comes.
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
      case .anywhere(let body): body(notification)
      case .onMainActor(let body) where isOnMainActor: MainActor.assumeIsolated { body() }
      case .onMainActor: later.append(observation)
      case nil: break
      }
    }
    // Together, so that nothing comes between them and their order stays.
    guard !later.isEmpty else { return }
    MainQueue.run { [later] in
      for observation in later {
        if case .onMainActor(let body)? = observation.current { body() }
      }
    }
  }
}
