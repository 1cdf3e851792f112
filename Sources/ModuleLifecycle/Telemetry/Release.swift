/// Which Rollcall this is.
package enum Release {
  /// The version, as the program prints it and traces name it.
  package static let version = "0.1.0"
}
