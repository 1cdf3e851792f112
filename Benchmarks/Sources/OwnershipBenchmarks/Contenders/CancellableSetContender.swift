import OpenCombine

/// Combine's usual `Set<AnyCancellable>`, with OpenCombine's `AnyCancellable`. No names, no lock, no order.
struct CancellableSetContender<Object: Resource>: Contender {
  let tally: Tally

  func makeOwner(_ number: Int, of objects: Range<Int>) -> AnyObject {
    let owner = CancellableOwner()
    let tally = tally
    for object in objects {
      let object = Object(number: object)
      AnyCancellable { tally.mark(object.number) }.store(in: &owner.cancellables)
    }
    return owner
  }
}

private final class CancellableOwner {
  var cancellables: Set<AnyCancellable> = []
}
