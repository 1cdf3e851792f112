#if CommandLine
import DequeModule
import ModuleLifecycle
import OrderedCollections
import RollcallRecordings

/// What became of an owner, in words.
extension OwnedObjectHistory.Owner {
  /// How it went, or that it has not gone: `freed in 0.9 ms`, `still alive`. Empty for an owner that nothing is known of.
  var end: String {
    if let died { return Phrases.died(died) }
    if wentUnseen { return "gone while entries were dropped" }
    if hasFailed { return "could not be created" }
    if let freedAfter {
      if removedAt == nil { return "freed" }
      // The composite sees the end of an object without a bag only when it looks.
      if module == nil, !isLateRelease { return "freed within \(Phrases.time(freedAfter))" }
      return isLateRelease ? "late release after \(Phrases.time(freedAfter))" : "freed in \(Phrases.time(freedAfter))"
    }
    if removedAt != nil { return isOverdue ? "still alive" : "not freed yet" }
    return module != nil ? "present" : isGone ? "gone" : ""
  }

  /// The same, with when it was removed: `removed 22:40:02, freed in 0.9 ms`.
  func fate(_ clock: Clock) -> String { removalTime(clock).map { "\($0), \(end)" } ?? end }

  /// When it was removed; `nil` if it was not, or if it has gone otherwise.
  func removalTime(_ clock: Clock) -> String? {
    guard let removedAt, died == nil, !wentUnseen else { return nil }
    return "\(module == nil ? "expected to go" : "removed") \(clock.time(removedAt))"
  }

  /// What its removal has brought about so far.
  var removal: String {
    guard isFreed else {
      let how = isOverdue ? "but \(end): something holds it." : "\(end)."
      let objects = "\(Phrases.count(ownCount, "object")) of its own \(ownCount == 1 ? "stays" : "stay") open."
      return "\(name) removed, \(how)\(ownCount > 0 ? " \(objects)" : "")"
    }
    let releasing = releasing.values.count { !$0.isLasting }
    if releasing > 0 {
      let objects = "\(Phrases.count(releasing, "object")) of its own \(releasing == 1 ? "is" : "are")"
      return "\(name) removed and freed; \(objects) still being cleaned."
    }
    let count = cleanedWithItCount
    guard count > 0 else { return "\(name) removed and freed; it owned nothing." }
    let objects = "its \(Phrases.count(count, "object")) \(count == 1 ? "was" : "were") cleaned"
    let took = Phrases.time(cleanedWithItNanoseconds)
    return "\(name) removed and freed: \(objects)\(count == 1 ? "" : ", last acquired first,") in \(took)."
  }
}

extension OwnedObjectHistory.Object {
  /// Its name. An object without one is named by its detail or number.
  var calling: String { self.name.isEmpty ? owned?.detail ?? "no. \(self.number)" : self.name }

  /// Its kind and name, such as `request page 2`.
  var title: String { "\(self.kind) \(calling)" }

  /// The word for what became of it.
  func word(of owner: OwnedObjectHistory.Owner) -> String {
    if let released { return released.word }
    if releasing != nil { return "releasing" }
    return self.isLasting ? "until app ends" : owner.isOverdue ? "OVERDUE" : "open"
  }
}

extension ReleasedEntry {
  /// The word for why the object was cleaned; `freed late` if only the late release of its overdue owner cleaned it.
  var word: String {
    isLateRelease && (reason == .ownerReleased || reason == .swept) ? "freed late" : reason.word
  }
}

extension OwnedObjectHistory {

  /// The effect of a leak fix, as far as the journal knows: the owner may be freed a moment later, or never.
  func sentence(about fix: LeakFix) -> String {
    let cleaned = owners[fix.object.owner]?.object(fix.object.number)
    let done = "\(cleaned?.title ?? "the object") was \(Phrases.done(fix.verb))"
    guard let owner = owners[fix.owner] else { return "\(done)." }
    guard owner.isFreed else { return "\(done), but \(Phrases.name(of: owner)) is still alive." }
    let late = owner.freedAfter.map { ", \(Phrases.time($0)) late" } ?? ""
    return "\(done), and \(Phrases.name(of: owner)) is freed\(late)."
  }
}
#endif
