extension CompositeDelegate {
  /// Warns of a module that was probably not created in its factory. The signs are: it has no bag from the factory,
  /// something else holds it, and there are bags without a journal, one of which is probably its own.
  func warnIfMadeElsewhere(_ slot: ModuleSlot, _ owner: Owner) {
    guard Owner.hasUnwrittenBags, owner.ledgers.isEmpty, slot.isHeldElsewhere else { return }
    journal.warn(.madeElsewhere) { ($0.module, $0.moduleID, $0.ownerID) = (slot.name, slot.id, owner.id) }
  }
}
