/// The minimal solution: closures in an array, called from the last to the first. No names, no lock, and no way to
/// clean one object before its owner dies.
struct ClosureArrayContender<Object: Resource>: Contender {
  let tally: Tally

  func makeOwner(_ number: Int, of objects: Range<Int>) -> AnyObject {
    let owner = ClosureOwner()
    let tally = tally
    for object in objects {
      let object = Object(number: object)
      owner.cleanups.append { tally.mark(object.number) }
    }
    return owner
  }
}

private final class ClosureOwner {
  var cleanups: [() -> Void] = []

  deinit {
    while let cleanup = cleanups.popLast() { cleanup() }
  }
}
