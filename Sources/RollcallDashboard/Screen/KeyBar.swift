#if CommandLine
import RollcallInspection
import RollcallTerminalUI
import RollcallTextFormatting

/// The last line: the keys that work now. On a narrow screen, the least important are left out first.
struct KeyBar {
  struct Item {
    let key: String
    let text: String
    /// The rank of the item. Lower is more important.
    let rank: Int
    /// The width in columns, without a gap.
    var width: Int { key.columnWidth + 1 + text.columnWidth }
  }

  let state: DashboardState

  func draw(on canvas: inout Canvas) {
    for (item, x) in placedItems(glyphs: canvas.glyphs) {
      let used = canvas.write(item.key, x: x, y: canvas.size.height - 1, style: Style.key)
      canvas.write(item.text, x: x + used + 1, y: canvas.size.height - 1)
    }
  }

  /// The key at a column. For an item with only one key, its text means the key too.
  func key(at column: Int, glyphs: GlyphSet) -> Key? {
    placedItems(glyphs: glyphs).lazy
      .compactMap { KeyName.key(at: column - $1, of: $0.key, columns: $0.width) }.first
  }

  /// The items that fit, with their first columns.
  private func placedItems(glyphs: GlyphSet) -> [(item: Item, x: Int)] {
    var items = items(glyphs: glyphs)
    let room = state.size.width - 2
    var width = items.reduce(-2) { $0 + $1.width + 2 }
    while width > room, let rank = items.lazy.map(\.rank).max(), let least = items.lastIndex(where: { $0.rank == rank })
    {
      width -= items.remove(at: least).width + 2
    }
    var x = 1
    return items.map { item in
      defer { x += item.width + 2 }
      return (item, x)
    }
  }

  /// The keys in the bar if all fit.
  func keyNames(glyphs: GlyphSet) -> [String] { items(glyphs: glyphs).map(\.key) }

  private func items(glyphs: GlyphSet) -> [Item] {
    state.commands.compactMap { command in
      guard command.problem(state) == nil, let bar = command.bar(state) else { return nil }
      return Item(key: command.name(glyphs), text: bar.text, rank: bar.rank)
    }
  }
}
#endif
