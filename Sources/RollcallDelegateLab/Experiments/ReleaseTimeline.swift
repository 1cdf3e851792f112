import ModuleLifecycle

extension Experiment {
  static let releaseTimeline = Experiment(
    "release-timeline", title: "The release, step by step",
    question: "When the last reference is released, what happens in what order, and what can still be read?"
  ) { notebook, _ in
    ReleaseTimeline.run(notebook)
  }
}

/// The end of one object: a subclass, its base class and their members, including a bag whose callback has a payload.
private enum ReleaseTimeline {
  static func run(_ notebook: Notebook) {
    let watch = Watch(notebook)
    let keeper = Keeper(FeedScreen(watch: watch))
    guard let memory = keeper.object.map({ ObjectMemory(of: $0) }) else { return }
    notebook.step(
      "A FeedScreen, a subclass of Screen, is created. Screen declares title, then its bag, then theme; FeedScreen "
        + "declares rows, then images. One owner holds it.")
    notebook.step("Its bag owns a callback with a payload, 'page 2'.")
    notebook.result("Before: \(watch.sight)")
    notebook.start("The owner releases the last reference.")
    keeper.letGo()
    let isFree = memory.isGivenAway()
    notebook.result(
      isFree
        ? "Its memory is free: the allocator has just reused it."
        : "Its memory: the allocator has not reused it yet, which proves nothing.")
    notebook.stop()
    notebook.note("All of this happened on one thread, before the releasing call returned.")
  }
}

/// Observes the screen and its members from outside, with weak references only.
private final class Watch: Sendable {
  /// The name of the whole object.
  static let whole = "the screen"

  let notebook: Notebook
  private let witnesses = Locked<[(name: String, witness: Box)]>([])

  /// A witness can be used on any thread: it is a weak reference.
  private struct Box: @unchecked Sendable {
    let witness: Witness
  }

  init(_ notebook: Notebook) { self.notebook = notebook }

  func look(at object: AnyObject, as name: String) {
    let box = Box(witness: Witness(object))
    // The whole object comes first, although its members are created before it.
    witnesses.withLock { name == Self.whole ? $0.insert((name, box), at: 0) : $0.append((name, box)) }
  }

  /// Describes what the weak references return now.
  var sight: String {
    let seen = witnesses.withLock { $0.map { (name: $0.name, isThere: $0.witness.witness.seesIt) } }
    let (there, gone) = (seen.filter(\.isThere).map(\.name), seen.filter { !$0.isThere }.map(\.name))
    if there.isEmpty { return "All weak references are nil." }
    return [
      "Weak references return \(there.joined(separator: ", ")).",
      gone.isEmpty ? nil : "Those to \(gone.joined(separator: ", ")) are nil.",
    ].compactMap(\.self).joined(separator: " ")
  }
}

/// A member that reports its destruction.
private final class Member: Mortal {
  let text: String

  init(_ name: String, _ text: String, watch: Watch) {
    self.text = text
    super.init(watch.notebook, "\(name) is destroyed.")
    watch.look(at: self, as: name)
  }
}

/// The data that the callback needs, because the owner is gone when it runs.
private struct Payload: Sendable {
  let text: String
}

private class Screen {
  private let title: Member
  let owned = OwnedObjects()
  private let theme: Member
  private let watch: Watch

  init(watch: Watch) {
    title = Member("title", "Feed", watch: watch)
    theme = Member("theme", "dark", watch: watch)
    self.watch = watch
    watch.look(at: self, as: Watch.whole)
    owned.own(Payload(text: "page 2"), "farewell", as: "callback") { payload in
      watch.notebook.result(
        "The bag is destroyed and runs its callback, whose payload says '\(payload.text)'. \(watch.sight)")
    }
  }

  deinit {
    watch.notebook.result(
      "Screen's deinit runs, after that of its subclass. It can read its own title, '\(title.text)', and "
        + "its bag has \(owned.count == 1 ? "1 object" : "\(owned.count) objects").")
  }
}

private final class FeedScreen: Screen {
  private let rows: Member
  private let images: Member
  private let watch: Watch

  override init(watch: Watch) {
    rows = Member("rows", "12 rows", watch: watch)
    images = Member("images", "3 images", watch: watch)
    self.watch = watch
    super.init(watch: watch)
  }

  deinit {
    watch.notebook.result(
      "FeedScreen's deinit runs. It can read its own rows, '\(rows.text)', and images, '\(images.text)'. \(watch.sight)"
    )
  }
}
