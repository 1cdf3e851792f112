extension CompositeDelegate {
  /// Warns of a module that its factory has not made, as far as that can be told: it has no bag from its factory,
  /// something else holds it, and there are bags without a journal, one of which is likely its own.
  func warnIfMadeElsewhere(_ slot: ModuleSlot, _ owner: Owner) {
    guard Owner.hasUnwrittenBags, owner.ledgers.isEmpty, slot.isHeldElsewhere else { return }
    warn(
      .madeElsewhere,
      "\(slot.name) seems to have been made before its factory was called: what it owns is in no journal.",
      module: slot.name, dispatch: nil)
  }
}
