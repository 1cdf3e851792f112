/// Whether an application has adopted scenes, as UIKit asks from the iOS 27 SDK on. An application that has not ends at
/// launch.
///
/// Source: Apple's technical note TN3187. A manifest without a configuration does not count.
package enum SceneAdoption: Equatable {
  /// By the configurations of `Info.plist`, with the classes of their delegates, where they are named there.
  case manifest(delegates: [String])
  /// By the application's delegate, which implements `application(_:configurationForConnecting:options:)`.
  case delegate
  case noManifest
  case noConfiguration

  /// - Parameters:
  ///   - delegates: The class of the scene's delegate, or `nil`, for each configuration in `Info.plist`. `nil` without a
  ///     manifest.
  ///   - delegateConfigures: Whether the application's delegate configures scenes.
  package init(delegates: [String?]?, delegateConfigures: Bool) {
    if let delegates, !delegates.isEmpty {
      self = .manifest(delegates: delegates.compactMap(\.self))
    } else if delegateConfigures {
      self = .delegate
    } else {
      self = delegates == nil ? .noManifest : .noConfiguration
    }
  }

  /// Whether the application starts.
  package var isAdopted: Bool {
    switch self {
    case .manifest, .delegate: true
    case .noManifest, .noConfiguration: false
    }
  }
}
