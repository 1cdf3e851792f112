import OpenCombine

/// Combine's usual `Set<AnyCancellable>`, with OpenCombine's `AnyCancellable`. No names, no lock, no order.
struct CancellableSetContender: Contender {
  private final class Owner {
    var cancellables: Set<AnyCancellable> = []
  }

  let tally: Tally

  func makeOwner(_ number: Int, of objects: Range<Int>) -> AnyObject {
    let owner = Owner()
    let tally = tally
    for object in objects { AnyCancellable { tally.mark(object) }.store(in: &owner.cancellables) }
    return owner
  }
}
