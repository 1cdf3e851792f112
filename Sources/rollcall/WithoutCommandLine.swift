#if !CommandLine
import Foundation

/// What is left of the program where its trait is switched off.
@main enum Rollcall {
  static func main() {
    print("rollcall was built without its trait. Build it with: swift build --traits CommandLine")
    exit(69)
  }
}
#endif
