#if CommandLine
import RollcallTerminalUI

/// What is open over the panes and gets the keys: a page, a form, a menu, a prompt.
///
/// A layer is one file with its state, its commands and its drawing, and one row of `UserCommand.layers`. What most layers
/// do in the same way has a default. A method gets the layer as it is, and changes it through `state[Self.self]`.
protocol Layer: Sendable, Equatable {
  /// Its commands, in the order of the key bar. If several have the same key, the first available one gets it.
  static var commands: [UserCommand] { get }
  static var place: LayerPlace { get }

  /// The commands that work now; by default, all of its commands.
  var commands: [UserCommand] { get }
  /// The text that keys edit; `nil` while there is none.
  var edited: EditedText? { get }

  func draw(_ state: DashboardState, on canvas: inout Canvas)
  /// Its list, in which keys, clicks and the wheel move; `nil` if it has none.
  func list(in state: DashboardState) -> ListView?
  /// What `y` copies; `nil` if there is nothing to copy.
  func copied(in state: DashboardState) -> Detail?

  /// Selects a row of the list.
  func select(_ row: Int, in state: inout DashboardState) -> [Effect]
  /// Takes the changed text.
  func take(_ text: EditedText, in state: inout DashboardState) -> [Effect]
  /// Moves as a key asks; by default, in the list.
  func move(_ key: Key, in state: inout DashboardState) -> [Effect]
  /// Handles a click; by default, on a row of the list.
  func click(at point: Point, isDouble: Bool, in state: inout DashboardState) -> [Effect]
}

/// Where a layer is drawn.
enum LayerPlace {
  /// In the whole frame, instead of the panes.
  case frame
  /// In the area below the panes, or in the whole frame if there is no room for both.
  case belowPanes
  /// Over a part of what is below it.
  case over
}

extension Layer {
  static var place: LayerPlace { .frame }
  var commands: [UserCommand] { Self.commands }
  var edited: EditedText? { nil }

  func list(in state: DashboardState) -> ListView? { nil }
  func copied(in state: DashboardState) -> Detail? { nil }
  func select(_ row: Int, in state: inout DashboardState) -> [Effect] { [] }
  func take(_ text: EditedText, in state: inout DashboardState) -> [Effect] { [] }
  func move(_ key: Key, in state: inout DashboardState) -> [Effect] { state.moveInList(key) }
  func click(at point: Point, isDouble: Bool, in state: inout DashboardState) -> [Effect] {
    state.clickInList(at: point, isDouble: isDouble)
  }

  fileprivate func isEqual(to other: any Layer) -> Bool { other as? Self == self }
}

/// A layer of any type, as a value of the state.
struct OpenLayer: Sendable, Equatable {
  var layer: any Layer

  static func == (one: OpenLayer, other: OpenLayer) -> Bool { one.layer.isEqual(to: other.layer) }
}

/// The open layers. The last one is on top and gets the keys.
extension DashboardState {
  /// The layer on top; `nil` if the panes get the keys.
  var layer: (any Layer)? { layers.last?.layer }

  /// The open layer of a type. Without one, setting it does nothing; `nil` closes it.
  subscript<Open: Layer>(_: Open.Type) -> Open? {
    get { layers.lazy.compactMap { $0.layer as? Open }.last }
    set {
      guard let place = layers.lastIndex(where: { $0.layer is Open }) else { return }
      if let newValue { layers[place].layer = newValue } else { layers.remove(at: place) }
    }
  }

  /// Opens a layer on top.
  mutating func open(_ layer: some Layer) { layers.append(OpenLayer(layer: layer)) }

  /// Closes the layer on top.
  mutating func close() { _ = layers.popLast() }

  /// Whether a layer that is drawn in a place is open.
  func hasLayer(_ place: LayerPlace) -> Bool { layers.contains { type(of: $0.layer).place == place } }

  /// Draws the layers, from the last one that fills the frame.
  func drawLayers(on canvas: inout Canvas) {
    let first = layers.lastIndex { type(of: $0.layer).place == .frame } ?? 0
    for open in layers.dropFirst(first) { open.layer.draw(self, on: &canvas) }
  }

  /// Whether a character would be typed into a text: one is being edited, and the character is no command there.
  package func isTyped(_ character: Character) -> Bool {
    layer?.edited != nil && !commands.contains { $0.has(.character(character)) }
  }

  /// Edits the text of the layer on top, if it has one.
  mutating func edit(_ key: Key) -> [Effect] {
    guard let layer, let before = layer.edited else { return [] }
    var text = before
    text.press(key)
    return text == before ? [] : layer.take(text, in: &self)
  }
}

/// The commands that several layers have.
extension UserCommand {
  /// The keys that move where characters are typed.
  static let arrowKeys: [Key] = [.up, .down, .pageUp, .pageDown]
  /// All keys that move.
  static let movingKeys =
    arrowKeys + [.home, .end, .control("d"), .control("u")]
    + [.character("j"), .character("k"), .character("g"), .character("G")]
  static let leavingKeys: [Key] = [.character("q"), .backspace]

  static func moving(_ text: String, _ rank: Int, with keys: [Key] = movingKeys) -> UserCommand {
    UserCommand(
      also: keys, as: .arrows, bar: { $0.list?.table.count ?? 0 > 1 ? (text, rank) : nil },
      press: { state, key in state.layer?.move(key, in: &state) ?? [] })
  }

  static func close(_ text: String, _ rank: Int, also keys: [Key] = leavingKeys) -> UserCommand {
    UserCommand("Esc", also: keys, bar: { _ in (text, rank) }, view: { state, _ in state.close() })
  }

  static func copy(_ rank: Int) -> UserCommand {
    UserCommand(
      "y", bar: { $0.layer?.copied(in: $0) == nil ? nil : ("copy", rank) }, press: { state, _ in state.copy() })
  }

  /// Clears the text that is being edited.
  static func clear(_ rank: Int) -> UserCommand {
    UserCommand(
      "^U", bar: { $0.layer?.edited?.text.isEmpty == false ? ("clear", rank) : nil },
      press: { state, key in state.edit(key) })
  }

  /// Closes a prompt when there is nothing left to erase.
  static let closeEmpty = UserCommand(
    also: [.backspace, .delete], refusal: { $0.layer?.edited?.text.isEmpty == true ? nil : "" },
    view: { state, _ in state.close() })
}
#endif
