import ArgumentParser
import Measuring

/// The distribution of the objects over owners.
enum Shape: String, CaseIterable, ExpressibleByArgument {
  case oneOwner = "one-owner"
  case thousandEach = "thousand-each"
  case tenEach = "ten-each"

  func objectsPerOwner(of objects: Int) -> Int {
    switch self {
    case .oneOwner: objects
    case .thousandEach: 1_000
    case .tenEach: 10
    }
  }

  /// The greatest allowed time of `OwnedObjects` with its journal, as a multiple of `Set<AnyCancellable>`.
  var mostToSet: Double {
    switch self {
    case .oneOwner: 0.4
    case .thousandEach: 1.2
    case .tenEach: 1.8
    }
  }

  /// Returns the shape as text: `1,000 owners with 1,000 objects each`.
  func title(of objects: Int) -> String {
    let each = objectsPerOwner(of: objects)
    let owners = objects / each
    return owners == 1
      ? "1 owner with \(objects.grouped) objects" : "\(owners.grouped) owners with \(each.grouped) objects each"
  }
}
