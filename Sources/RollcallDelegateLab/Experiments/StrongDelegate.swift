import ModuleLifecycle
import RollcallDelegateReferences

extension Experiment {
  static let strongDelegate = Experiment(
    "strong-delegate", title: "A cycle, broken by hand",
    question: "An animation holds its delegate for life, and the delegate holds the animation. What breaks the cycle?"
  ) { notebook, _ in
    let keeper = Keeper(View(notebook))
    guard let view = keeper.object.map({ Witness($0) }), let animation = keeper.object.map({ Witness($0.animation) })
    else { return }
    notebook.step("A view holds its animation. The animation strongly holds its delegate, the view.")
    notebook.start("The view's only owner releases it.")
    keeper.letGo()
    notebook.result(
      "The view \(fate(view)), the animation \(fate(animation)): they hold each other, and nothing else holds them.")
    notebook.stop()
    breakCycle(of: animation, view, notebook)
    notebook.note(
      "An animation that ends by itself breaks the cycle. If it is removed or repeats forever, break the cycle by "
        + "hand.")
  }
}

private func fate(_ witness: Witness) -> String { witness.seesIt ? "is alive" : "is gone" }

/// Finds the animation again, breaks the cycle by hand, and releases it.
private func breakCycle(of animation: Witness, _ view: Witness, _ notebook: Notebook) {
  guard let keeper = (animation.object as? Animation).map({ Keeper($0) }) else { return }
  notebook.time("The experiment finds the animation again and clears its delegate.") {
    keeper.object?.delegate.clear()
    notebook.result("The view \(fate(view)). The experiment also releases the animation.")
    keeper.letGo()
  }
}

/// Holds its delegate for its whole life, like `CAAnimation`.
private final class Animation: Mortal {
  let delegate = DelegateReference<View>(.strong)
}

private final class View: Mortal {
  let animation: Animation

  init(_ notebook: Notebook) {
    animation = Animation(notebook, "The animation's deinit runs.")
    super.init(notebook, "The view's deinit runs.")
    animation.delegate.delegate = self
  }
}
