import ModuleLifecycle

#if canImport(ObjectiveC)
import ObjectiveC
#endif

/// Tracks which objects are still alive, without keeping them alive.
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

  /// Creates a tracker without objects.
  public init() {}

  /// Tracks an object.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - name: The object's name; by default its type's name.
  /// - Returns: The object, so that it can be tracked where it is created.
  @discardableResult
  public func track<Object: AnyObject>(_ object: Object, named name: String? = nil) -> Object {
    state.withLock { $0.tracked.append(Tracked(object: object, name: name ?? String(describing: type(of: object)))) }
    return object
  }

  /// The names of the objects that are alive, in the order in which they were tracked.
  public var alive: [String] {
    // Reading a weak reference may release the object's last reference, and its `deinit` may track others: not under
    // the lock.
    state.withLock { $0 }.tracked.compactMap { $0.object == nil ? nil : $0.name }
  }

  /// The number of live objects by name. Names without a live object are left out.
  public var liveCounts: [String: Int] { Dictionary(alive.map { ($0, 1) }, uniquingKeysWith: +) }

  /// Throws if more than `limit` objects of a name are alive. Use it where a new object should replace an old one.
  ///
  /// - Parameters:
  ///   - limit: The highest number allowed.
  ///   - name: The name to check; `nil` checks each name.
  /// - Throws: `LimitError` with the names that exceed the limit and their counts.
  public func expectAlive(atMost limit: Int, named name: String? = nil) throws(LimitError) {
    let counts = liveCounts.filter { $0.value > limit && (name == nil || $0.key == name) }
    if !counts.isEmpty { throw LimitError(counts: counts, limit: limit) }
  }

  /// Throws if any tracked object is alive.
  ///
  /// - Throws: `AliveError` with the names of the live objects.
  public func expectAllReleased() throws(AliveError) {
    let alive = alive
    if !alive.isEmpty { throw AliveError(names: alive) }
  }

  /// An error that says that some tracked objects are alive.
  public struct AliveError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The names of the live objects.
    public let names: [String]

    /// Creates an error with those names.
    public init(names: [String]) { self.names = names }

    /// One sentence that lists the names.
    public var description: String { "Still alive: \(names.joined(separator: ", "))." }
  }

  /// An error that says that more tracked objects of a name are alive than allowed.
  public struct LimitError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The number of live objects for each name that exceeds the limit.
    public let counts: [String: Int]
    /// The highest number allowed for each name.
    public let limit: Int

    /// Creates an error with those counts.
    public init(counts: [String: Int], limit: Int) {
      self.counts = counts
      self.limit = limit
    }

    /// One sentence that lists the counts and the limit.
    public var description: String {
      let counts = counts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
      return "Alive: \(counts.joined(separator: ", ")); at most \(limit) of each allowed."
    }
  }
}

/// Runs a test's body with a tracker, and throws if a tracked object is alive when the body has ended.
///
/// On Apple's systems, the body has an autorelease pool of its own: what Objective-C code has autoreleased there is
/// released before the check.
///
/// - Parameter body: The test's body, which tracks objects.
/// - Returns: The body's result.
/// - Throws: The body's error; `LifetimeTracker.AliveError` if a tracked object is still alive.
public func withLifetimeTracking<Result>(_ body: (LifetimeTracker) throws -> Result) throws -> Result {
  let tracker = LifetimeTracker()
  #if canImport(ObjectiveC)
  let result = try autoreleasepool { try body(tracker) }
  #else
  let result = try body(tracker)
  #endif
  try tracker.expectAllReleased()
  return result
}
