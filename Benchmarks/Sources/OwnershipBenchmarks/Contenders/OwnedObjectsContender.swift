import ModuleLifecycle

/// `OwnedObjects`, with two rows in the journal for each object, or with the journal switched off.
struct OwnedObjectsContender: Contender {
  private final class Owner {
    let owned: OwnedObjects

    init(name: String, journal: Journal) { owned = OwnedObjects(owner: name, journal: journal) }
  }

  private let journal = Journal()
  private let names: Names
  private let tally: Tally

  init(isJournaled: Bool, names: Names, tally: Tally) {
    self.names = names
    self.tally = tally
    journal.isEnabled = isJournaled
  }

  func makeOwner(_ number: Int, of objects: Range<Int>) -> AnyObject {
    let owner = Owner(name: names.owners[number], journal: journal)
    let tally = tally
    for object in objects {
      owner.owned.own(.observer, names.objects[object - objects.lowerBound]) { tally.mark(object) }
    }
    return owner
  }
}
