/// What has to be done before the process ends without unwinding, as by `_exit`: files are flushed, sockets removed.
package enum ProcessEnd {
  private static let all = Locked<[ObjectIdentifier: @Sendable () -> Void]>([:])

  /// Adds a closure. It must not keep the object alive, and must return within half a second.
  package static func add(_ object: AnyObject, _ body: @escaping @Sendable () -> Void) {
    all.withLock { $0[ObjectIdentifier(object)] = body }
  }

  /// Removes an object's closure. Safe in its `deinit`.
  package static func remove(_ object: AnyObject) {
    let gone = all.withLock { $0.removeValue(forKey: ObjectIdentifier(object)) }
    // Its last reference must not go under the lock.
    withExtendedLifetime(gone) {}
  }

  /// Calls all closures, one after the other. Safe on any thread.
  package static func prepare() {
    for body in all.withLock({ Array($0.values) }) { body() }
  }
}
