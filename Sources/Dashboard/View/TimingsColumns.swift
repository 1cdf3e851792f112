#if CommandLine
import TerminalUI

/// Where the texts of a row of the waterfall stand: name, answer, bar, own time, share, percentiles.
struct TimingsColumns {
  let name: Int
  let nameWidth: Int
  let answer: Int
  let answerWidth: Int
  /// The same in a row without a bar, into whose room the answer goes on.
  var answerWidthWithoutBar: Int { own - answer - 1 }
  let bar: Int
  let barWidth: Int
  let own: Int
  let share: Int?
  let percentiles: Int?

  init(_ area: Rect, nameWidth: Int) {
    let isWide = area.width >= 34
    let hasPercentiles = TimingsPane.showsPercentiles(width: area.width)
    let end = area.maxX - (hasPercentiles ? 16 : 0)
    name = area.x
    self.nameWidth = nameWidth
    answer = area.x + nameWidth + (isWide ? 1 : 0)
    answerWidth = isWide ? 7 : 6
    own = end - (isWide ? 13 : 7)
    share = isWide ? end - 5 : nil
    percentiles = hasPercentiles ? end + 1 : nil
    bar = answer + answerWidth + (isWide ? 1 : 0)
    barWidth = max(1, own - bar - 1)
  }
}
#endif
