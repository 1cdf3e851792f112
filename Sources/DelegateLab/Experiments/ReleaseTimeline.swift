import ModuleLifecycle

extension Experiment {
  static let releaseTimeline = Experiment(
    "release-timeline", title: "The release, step by step",
    question: "When the last reference goes, what happens in which order, and what may still be read?"
  ) { notebook, _ in
    ReleaseTimeline.run(notebook)
  }
}

/// The end of one object: a subclass and its base class, members, a bag among them with a callback that has a payload.
private enum ReleaseTimeline {
  static func run(_ notebook: Notebook) {
    let watch = Watch(notebook)
    let keeper = Keeper(FeedScreen(watch: watch))
    guard let memory = keeper.object.map({ ObjectMemory(of: $0) }) else { return }
    notebook.step(
      "A FeedScreen is made, a subclass of Screen. Screen declares title, then its bag, then theme; FeedScreen "
        + "declares rows, then images. One keeper holds it.")
    notebook.step("Its bag gets a callback with a payload, 'page 2'.")
    notebook.result("Before: \(watch.sight)")
    notebook.start("The keeper lets go of the last reference.")
    keeper.letGo()
    let isFree = memory.isGivenAway()
    notebook.result(
      isFree
        ? "Its memory is free: the allocator has just given it to somebody else."
        : "Its memory: this allocator has not given it to somebody else yet, so nothing is seen.")
    notebook.stop()
    notebook.note("All of it happened on one thread, before the line that let go had returned.")
  }
}

/// Looks at the screen and its members from outside, with weak references only.
private final class Watch: Sendable {
  /// The name of the whole object.
  static let whole = "the screen"

  let notebook: Notebook
  private let witnesses = Locked<[(name: String, witness: Box)]>([])

  /// A witness may be asked from anywhere: it is a weak reference.
  private struct Box: @unchecked Sendable {
    let witness: Witness
  }

  init(_ notebook: Notebook) { self.notebook = notebook }

  func look(at object: AnyObject, as name: String) {
    let box = Box(witness: Witness(object))
    // The whole object comes first, though its members are made before it.
    witnesses.withLock { name == Self.whole ? $0.insert((name, box), at: 0) : $0.append((name, box)) }
  }

  /// What weak references give now, in words.
  var sight: String {
    let seen = witnesses.withLock { $0.map { (name: $0.name, isThere: $0.witness.witness.seesIt) } }
    let (there, gone) = (seen.filter(\.isThere).map(\.name), seen.filter { !$0.isThere }.map(\.name))
    if there.isEmpty { return "All weak references are nil." }
    return [
      "Weak references give \(there.joined(separator: ", ")).",
      gone.isEmpty ? nil : "Those to \(gone.joined(separator: ", ")) are nil.",
    ].compactMap(\.self).joined(separator: " ")
  }
}

/// A member that writes down when it is destroyed.
private final class Member: Mortal {
  let text: String

  init(_ name: String, _ text: String, watch: Watch) {
    self.text = text
    super.init(watch.notebook, "\(name) is destroyed.")
    watch.look(at: self, as: name)
  }
}

/// What travels along with the callback, because the owner is gone by then.
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
    owned.own("callback", "farewell", Payload(text: "page 2")) { payload in
      watch.notebook.result(
        "The bag is destroyed and runs its callback; its payload says '\(payload.text)'. \(watch.sight)")
    }
  }

  deinit {
    watch.notebook.result(
      "Screen's deinit runs, the base class's after its subclass's. It can read its own title, '\(title.text)', and "
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
