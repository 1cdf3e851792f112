extension CompositeDelegate {
  /// Warns of what an owner that is dead has left open, if it is so still after some time.
  ///
  /// Its own bag has run with its death. But a helper may have a bag of the module's, and live on; or a cleanup waits for
  /// a main actor that does not come to it.
  func watchCleanup(of owner: Owner, within grace: Duration) {
    guard !owner.openObjects.isEmpty else { return }
    Task { [weak self, sleep] in
      // While the application shuts down, a bag may wait for another's cleanup.
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
