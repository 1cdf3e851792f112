extension CompositeDelegate {
  /// Warns of a module that its factory has not made, as far as that can be told: it has no bag from its factory,
  /// something else holds it, and there are bags without a journal, one of which is likely its own.
  func warnIfMadeElsewhere(_ slot: ModuleSlot, _ owner: Owner) {
    guard Owner.hasUnwrittenBags, owner.ledgers.isEmpty, slot.isHeldElsewhere else { return }
    journal.warn(.madeElsewhere) { ($0.module, $0.moduleID, $0.ownerID) = (slot.name, slot.id, owner.id) }
  }
}
