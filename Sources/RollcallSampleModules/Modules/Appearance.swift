#if CommandLine
import Foundation
import ModuleLifecycle

/// Mixes the application's colours once at launch, and again when the day changes.
final class Appearance: Module {
  struct Colour: Equatable {
    var red: Double
    var green: Double
    var blue: Double
  }

  private(set) var shades: [Colour] = []

  static func handlers(_ handlers: inout ModuleHandlers<Appearance>) {
    handlers.answer(DidFinishLaunching.self) { module, _ in
      module.mix()
      return true
    }
    handlers.on(SignificantTimeChange.self) { module, _ in module.mix() }
  }

  /// Mixes shades from dark to light in steps that look even, so the numbers are not.
  private func mix(steps: Int = 512) {
    shades = (0..<steps).map { step in
      let light = pow(Double(step) / Double(steps - 1), 2.2)
      return Colour(red: light * 0.9, green: light * 0.95, blue: light)
    }
  }
}
#endif
