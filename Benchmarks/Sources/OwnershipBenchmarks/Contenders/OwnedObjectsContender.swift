import ModuleLifecycle

/// `OwnedObjects`, with two rows in the journal for each object, or with the journal switched off.
struct OwnedObjectsContender<Object: Resource>: Contender {
  private let journal = Journal()
  private let names: Names
  private let tally: Tally

  init(isJournaled: Bool, names: Names, tally: Tally) {
    self.names = names
    self.tally = tally
    journal.isEnabled = isJournaled
  }

  func makeOwner(_ number: Int, of objects: Range<Int>) -> AnyObject {
    let owner = ObjectsOwner(name: names.owners[number], journal: journal)
    let tally = tally
    for object in objects {
      let name = names.objects[object - objects.lowerBound]
      let object = Object(number: object)
      owner.owned.own(name, as: .observer) { tally.mark(object.number) }
    }
    return owner
  }
}

private final class ObjectsOwner {
  let owned: OwnedObjects

  init(name: String, journal: Journal) { owned = OwnedObjects(owner: name, journal: journal) }
}
