import Foundation
import Measuring
import ModuleLifecycle

/// Fills journals of 8 MiB with entries of several kinds, and compares the memory that each takes with its capacity. Fails if
/// one of them differs by more than a tenth.
@main enum JournalMemory {
  private static let capacity = 8 << 20

  @MainActor static func main() throws {
    guard Allocator.bytesInUse != nil else { return print("skipped: the C library does not report its memory") }
    var table = Table(["", "a journal of 8 MiB full of", "takes", "of its capacity"], leading: [0, 1])
    var areAllMet = true
    for subject in Subject.all {
      let bytes = try filled(subject)
      let isMet = abs(bytes - capacity) <= capacity / 10
      areAllMet = areAllMet && isMet
      table.add([
        isMet ? "met" : "MISSED", subject.name, "\((bytes >> 10).grouped) KiB", "\(bytes * 100 / capacity) %",
      ])
    }
    print(table.text)
    if !areAllMet { exit(1) }
  }

  /// The memory that a journal has taken when more entries take no more.
  @MainActor private static func filled(_ subject: Subject) throws -> Int {
    let composite = CompositeDelegate(journal: Journal(capacity: capacity))
    let work = try subject.makeWork(composite)
    try work(0)
    let start = Allocator.bytesInUse ?? 0
    var (count, bytes, before) = (1, 0, 0)
    repeat {
      before = bytes
      for _ in 0..<2_000 {
        try work(count)
        count += 1
      }
      bytes = (Allocator.bytesInUse ?? 0) - start
    } while bytes - before > capacity / 1_000
    return bytes
  }
}
