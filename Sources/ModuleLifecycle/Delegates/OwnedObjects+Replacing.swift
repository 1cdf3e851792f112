extension OwnedObjects {
  /// Cleans an object now, for the reason `replaced`: another of its kind takes its place, under whatever name.
  ///
  /// - Parameter number: The object's number in the order of acquisition, from one.
  borrowing func replace(number: Int) { registrar.ledger.release(number, reason: .replaced) }
}
