import Measuring

/// Measures all contenders with one shape.
struct Comparison {
  /// One contender's result, per object.
  struct Result {
    let kind: ContenderKind
    /// Nanoseconds to register.
    var acquiring = Samples()
    /// Nanoseconds to clean.
    var cleaning = Samples()
    /// Nanoseconds for both.
    var both = Samples()
    /// Bytes while all objects are alive, including a share of the owners and the journal. `nil` where they can't be
    /// measured.
    var bytes: Double?
  }

  /// A contender cleaned an object too many or too few times.
  struct Miscount: Error, CustomStringConvertible {
    let kind: ContenderKind
    let object: Int
    let count: Int

    var description: String { "\(kind.title): object \(object) was cleaned \(count) times." }
  }

  let shape: Shape
  let objects: Int
  let rounds: Int
  /// Whether each owner is released before the next one is created.
  let isInTurn: Bool
  let hasLongNames: Bool
  /// Whether each object is a class instance, not only a number.
  let usesInstances: Bool

  private var objectsPerOwner: Int { shape.objectsPerOwner(of: objects) }
  private var ownerCount: Int { objects / objectsPerOwner }

  /// Measures the contenders in turn, round by round, so that other load on the machine affects all of them. A first
  /// pass, which is not timed, counts the bytes.
  func results(of kinds: [ContenderKind]) throws -> [Result] {
    let names = Names(owners: ownerCount, objectsPerOwner: objectsPerOwner, areLong: hasLongNames)
    let tally = Tally(objects: objects)
    let contenders = kinds.map { kind in
      usesInstances
        ? kind.make(of: InstanceResource.self, names: names, tally: tally)
        : kind.make(of: NumberResource.self, names: names, tally: tally)
    }
    var results = kinds.map { Result(kind: $0) }
    for index in kinds.indices {
      results[index].bytes = bytes(of: contenders[index])
      try check(tally, kinds[index])
    }
    for round in 0..<rounds {
      for offset in kinds.indices {
        let index = (round + offset) % kinds.count
        time(contenders[index], into: &results[index])
        try check(tally, kinds[index])
      }
    }
    return results
  }

  private func bytes(of contender: any Contender) -> Double? {
    var owners = noOwners()
    let before = Allocator.bytesInUse
    makeOwners(0..<ownerCount, by: contender, into: &owners)
    let after = Allocator.bytesInUse
    dropAll(&owners)
    guard let before, let after else { return nil }
    return Double(after - before) / Double(objects)
  }

  private func time(_ contender: any Contender, into result: inout Result) {
    var owners = noOwners()
    var acquiring = Duration.zero
    var cleaning = Duration.zero
    Allocator.giveBack()
    for batch in isInTurn ? (0..<ownerCount).map({ $0..<$0 + 1 }) : [0..<ownerCount] {
      let start = ContinuousClock.now
      makeOwners(batch, by: contender, into: &owners)
      let middle = ContinuousClock.now
      dropAll(&owners)
      acquiring += middle - start
      cleaning += .now - middle
    }
    result.acquiring.add(nanoseconds(acquiring))
    result.cleaning.add(nanoseconds(cleaning))
    result.both.add(nanoseconds(acquiring + cleaning))
  }

  private func noOwners() -> [AnyObject] {
    var owners: [AnyObject] = []
    owners.reserveCapacity(ownerCount)
    return owners
  }

  @inline(never) private func makeOwners(
    _ numbers: Range<Int>, by contender: any Contender, into owners: inout [AnyObject]
  ) {
    for number in numbers {
      let first = number * objectsPerOwner
      owners.append(contender.makeOwner(number, of: first..<first + objectsPerOwner))
    }
  }

  @inline(never) private func dropAll(_ owners: inout [AnyObject]) {
    while !owners.isEmpty { owners.removeLast() }
  }

  private func nanoseconds(_ duration: Duration) -> Double { duration / .nanoseconds(1) / Double(objects) }

  private func check(_ tally: Tally, _ kind: ContenderKind) throws {
    if let (object, count) = tally.firstMistake { throw Miscount(kind: kind, object: object, count: count) }
    tally.reset()
  }
}
