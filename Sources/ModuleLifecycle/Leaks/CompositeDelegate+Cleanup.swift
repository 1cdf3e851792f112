extension CompositeDelegate {
  /// Warns about objects that a dead owner has left open, if they are still open after a while.
  ///
  /// The owner's own bag ran when it died. But a helper can share the module's bag and outlive it, or a cleanup can be
  /// waiting for a main actor that is busy.
  func watchCleanup(of owner: Owner, within grace: Duration) {
    guard !owner.openObjects.isEmpty else { return }
    Task { [weak self, sleep] in
      // During a shutdown, a bag may wait for another bag's cleanup.
      repeat {
        guard (try? await sleep(max(grace, .milliseconds(100)))) != nil, self != nil else { return }
      } while self?.scope.shutDowns.isUnderWay == true
      let objects = owner.openObjects
      guard !objects.isEmpty, let self else { return }
      journal.warn(.notCleaned) { warning in
        (warning.owner, warning.ownerID) = (owner.name, owner.id)
        (warning.module, warning.moduleID) = (owner.name, owner.instance?.id)
        warning.objects = objects.prefix(4).map { $0.kind.title(of: $0.name) }
        warning.count = objects.count
      }
    }
  }
}
