import ArgumentParser

/// The contenders, in the order of the table.
enum ContenderKind: String, CaseIterable, ExpressibleByArgument {
  case journal
  case noJournal = "no-journal"
  case closures
  case cancellables
  case disposeBag = "dispose-bag"

  var title: String {
    switch self {
    case .journal: "OwnedObjects, journal"
    case .noJournal: "OwnedObjects, journal off"
    case .closures: "array of closures"
    case .cancellables: "Set<AnyCancellable>"
    case .disposeBag: "dispose bag"
    }
  }

  func make<Object: Resource>(of _: Object.Type, names: Names, tally: Tally) -> any Contender {
    switch self {
    case .journal: OwnedObjectsContender<Object>(isJournaled: true, names: names, tally: tally)
    case .noJournal: OwnedObjectsContender<Object>(isJournaled: false, names: names, tally: tally)
    case .closures: ClosureArrayContender<Object>(tally: tally)
    case .cancellables: CancellableSetContender<Object>(tally: tally)
    case .disposeBag: DisposeBagContender<Object>(tally: tally)
    }
  }
}
