/// A way to keep objects and to clean them when their owner dies.
protocol Contender {
  /// Creates an owner with some registered objects. Releasing it cleans them: each marks itself in the tally.
  ///
  /// - Parameters:
  ///   - number: The owner's number, from zero.
  ///   - objects: The numbers of its objects.
  func makeOwner(_ number: Int, of objects: Range<Int>) -> AnyObject
}
