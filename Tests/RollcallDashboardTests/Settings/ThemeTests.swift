import Foundation
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import RollcallDashboard

/// The effect of themes on a screen.
@MainActor @Suite(.inTurn, .serialized) struct ThemeTests {
  private nonisolated static let sizes = [Size(width: 80, height: 24), Size(width: 120, height: 40)]
  private nonisolated static let changing = Theme.all.filter { $0.change != nil }

  /// A screen with nearly every style of the palette: the golden screen `cleanup`.
  private func cleanup(_ theme: Theme, _ size: Size) throws -> Driver {
    let holder = Holder()
    var settings = DashboardSettings()
    settings.theme = theme
    let driver = try Driver(size: size, settings: settings) { try Storefront.build($0, $1, holder: holder) }
    driver.press(.character("f")).type("didfin").press(.enter).wait(.seconds(29))
    for _ in 0..<4 { driver.press(.down) }
    driver.press(.character("x")).wait(.seconds(38)).noteOverdue("Network")
    driver.press(.down).press(.character("x")).press(.character("3")).press(.up)
    withExtendedLifetime(holder) {}
    return driver
  }

  @Test(arguments: changing, sizes) func screens(theme: Theme, size: Size) throws {
    let driver = try cleanup(theme, size)
    expectGolden("cleanup-\(theme.name)") { driver.screen($0) }
  }

  @Test(arguments: changing) func aThemeChangesStylesAndNothingElse(theme: Theme) throws {
    let (plain, themed) = try (cleanup(.terminal, Self.sizes[0]), cleanup(theme, Self.sizes[0]))
    expectEqual(plain.screen(.unicode).lines(), themed.screen(.unicode).lines())
    #expect(plain.screen(.unicode) != themed.screen(.unicode))
  }

  @Test func monoHasNoColours() throws {
    let styles = try styles(of: .mono)
    #expect(styles.allSatisfy { $0.foreground == .standard })
  }

  /// Caution and bad differ from the other styles.
  @Test func monoDistinguishesMeanings() {
    let change = Theme.mono.change ?? { $0 }
    let looks = [Style.plain, .bold, Style.caution, Style.bad, Style.label].map(change)
    expectEqual(Set(looks).count, looks.count)
  }

  /// On black, in xterm's colours: at least 4.5 to 1, as the Web Content Accessibility Guidelines require.
  @Test func theContrastThemeIsReadableOnBlack() throws {
    let marked = [Style.bar, Style.good, Style.key].map { Theme.contrast.change?($0) ?? $0 }
    for style in try styles(of: .contrast).union(marked) {
      let luminance = try #require(Self.luminances[style.foreground], "\(style)")
      #expect((luminance + 0.05) / 0.05 >= 4.5, "\(style)")
      #expect(!style.isDim, "\(style)")
    }
    #expect(((Self.luminances[.blue] ?? 1) + 0.05) / 0.05 < 4.5, "blue has less contrast")
  }

  private func styles(of theme: Theme) throws -> Set<Style> {
    let canvas = try cleanup(theme, Self.sizes[1]).screen(.unicode)
    return Set((0..<canvas.size.height).flatMap { y in (0..<canvas.size.width).map { canvas[$0, y].style } })
  }

  /// Relative luminances.
  private static let luminances: [Color: Double] = [
    .standard: 0.78, .blue: luminance(0, 0, 238), .brightRed: luminance(255, 0, 0), .brightGreen: luminance(0, 255, 0),
    .brightYellow: luminance(255, 255, 0), .brightCyan: luminance(0, 255, 255),
  ]

  private static func luminance(_ red: Double, _ green: Double, _ blue: Double) -> Double {
    func linear(_ value: Double) -> Double {
      let part = value / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
