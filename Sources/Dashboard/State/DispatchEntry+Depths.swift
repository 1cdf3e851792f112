#if CommandLine
import ModuleLifecycle

extension DispatchEntry {
  /// How deep rows may be inside of each other.
  private static let deepest = 64

  /// In how many rows each of the handlers' rows is.
  var depths: [Int] {
    var depths: [Int] = []
    depths.reserveCapacity(handlers.count)
    for span in handlers { depths.append(Self.depth(inside: span.parent, depths)) }
    return depths
  }

  private static func depth(inside parent: Int?, _ depths: [Int]) -> Int {
    guard let parent, depths.indices.contains(parent) else { return 0 }
    return depths[parent] + 1
  }

  /// The same, with rows that only say to be inside of earlier ones, and not too deep: what a file says may be anything.
  /// Costs a look at each row where that is so already.
  var withSoundRows: DispatchEntry {
    guard handlers.contains(where: { $0.parent != nil }) else { return self }
    var sound = self
    var depths: [Int] = []
    for index in handlers.indices {
      let depth = Self.depth(inside: handlers[index].parent, depths)
      if depth == 0 || depth > Self.deepest, handlers[index].parent != nil { sound.handlers[index].parent = nil }
      depths.append(depth > Self.deepest ? 0 : depth)
    }
    return sound
  }
}
#endif
