/// The least that does the job: closures in an array, called from the last to the first. No names, no lock, no way to
/// clean one object before its owner goes.
struct ClosureArrayContender: Contender {
  private final class Owner {
    var cleanups: [() -> Void] = []

    deinit {
      while let cleanup = cleanups.popLast() { cleanup() }
    }
  }

  let tally: Tally

  func makeOwner(_ number: Int, of objects: Range<Int>) -> AnyObject {
    let owner = Owner()
    let tally = tally
    for object in objects { owner.cleanups.append { tally.mark(object) } }
    return owner
  }
}
