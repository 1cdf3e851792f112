import ModuleLifecycle

/// Tells which of some objects are still alive; it keeps none of them.
///
/// ```swift
/// let lifetimes = LifetimeTracker()
/// try composite.register("Session") { lifetimes.track(Session()) }
/// try composite.remove("Session")
/// try lifetimes.expectAllReleased()
/// ```
public final class LifetimeTracker: Sendable {
  private struct Tracked {
    weak var object: AnyObject?
    let name: String
  }

  private struct State: @unchecked Sendable {
    var tracked: [Tracked] = []
  }

  private let state = Locked(State())

  /// A tracker of nothing yet.
  public init() {}

  /// Tracks an object.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - name: What to call it; its type's name unless another is given.
  /// - Returns: The object, so that it can be tracked where it is made.
  public func track<Object: AnyObject>(_ object: Object, named name: String? = nil) -> Object {
    state.withLock { $0.tracked.append(Tracked(object: object, name: name ?? String(describing: type(of: object)))) }
    return object
  }

  /// The names of those that are alive, in the order in which they were tracked.
  public var alive: [String] {
    // Looking may be what lets go of the last reference, and what dies of that may track others: not under the lock.
    state.withLock { $0 }.tracked.compactMap { $0.object == nil ? nil : $0.name }
  }

  /// How many are alive, by name; names of which none is are missing.
  public var liveCounts: [String: Int] { Dictionary(alive.map { ($0, 1) }, uniquingKeysWith: +) }

  /// Expects that no more than so many are alive, for things of which a new one should take an old one's place.
  ///
  /// - Parameters:
  ///   - limit: How many may be.
  ///   - name: Of which name; otherwise of each.
  /// - Throws: `LimitError` that names those of which there are more, with their counts.
  public func expectAlive(atMost limit: Int, named name: String? = nil) throws(LimitError) {
    let counts = liveCounts.filter { $0.value > limit && (name == nil || $0.key == name) }
    if !counts.isEmpty { throw LimitError(counts: counts, limit: limit) }
  }

  /// Expects that all of them are dead.
  ///
  /// - Throws: `AliveError` that names those that are not.
  public func expectAllReleased() throws(AliveError) {
    let alive = alive
    if !alive.isEmpty { throw AliveError(names: alive) }
  }

  /// Some tracked objects are alive.
  public struct AliveError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Their names.
    public let names: [String]

    /// An error that names these.
    public init(names: [String]) { self.names = names }

    /// One sentence.
    public var description: String { "Still alive: \(names.joined(separator: ", "))." }
  }

  /// More tracked objects of a name are alive than may be.
  public struct LimitError: Error, Sendable, Equatable, CustomStringConvertible {
    /// How many of each name.
    public let counts: [String: Int]
    /// How many there may be.
    public let limit: Int

    /// An error about these.
    public init(counts: [String: Int], limit: Int) {
      self.counts = counts
      self.limit = limit
    }

    /// One sentence.
    public var description: String {
      let counts = counts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
      return "Alive: \(counts.joined(separator: ", ")); at most \(limit) of each may be."
    }
  }
}

/// Runs a test's body with a tracker, and expects that whatever it tracked is dead when the body has ended.
///
/// - Throws: What the body throws; `LifetimeTracker.AliveError` when something lives on.
public func withLifetimeTracking<Result>(_ body: (LifetimeTracker) throws -> Result) throws -> Result {
  let tracker = LifetimeTracker()
  let result = try body(tracker)
  try tracker.expectAllReleased()
  return result
}
