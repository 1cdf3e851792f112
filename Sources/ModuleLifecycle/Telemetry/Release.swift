/// Identifies this release of Rollcall.
package enum Release {
  /// The version, as the program prints it and traces report it.
  package static let version = "1.0.0"
}
