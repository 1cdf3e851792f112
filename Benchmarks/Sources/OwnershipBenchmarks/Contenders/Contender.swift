/// A way to keep what must be given back, and to give it back when its owner goes.
protocol Contender {
  /// Makes an owner that has registered some objects. Dropping it cleans them: each marks itself in the tally.
  ///
  /// - Parameters:
  ///   - number: The owner's number, from zero.
  ///   - objects: The numbers of its objects.
  func makeOwner(_ number: Int, of objects: Range<Int>) -> AnyObject
}
