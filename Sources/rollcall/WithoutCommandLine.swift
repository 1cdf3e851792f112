#if !CommandLine
import Foundation

/// What is left of the program where its trait is switched off.
@main enum Rollcall {
  static func main() {
    let advice = "rollcall was built without its trait. Build it with: swift build --traits CommandLine\n"
    try? FileHandle.standardError.write(contentsOf: Data(advice.utf8))
    exit(69)
  }
}
#endif
