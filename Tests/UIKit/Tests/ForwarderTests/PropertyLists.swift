import Foundation
import RollcallUIKit
import UIKit

extension InfoPlist {
  /// A property list as Xcode writes it, with a configuration for each role that has a delegate.
  static func scenes(
    delegate: String = "CompositeSceneDelegate", display: String? = nil
  ) throws -> InfoPlist {
    try manifest(
      configuration(for: "UIWindowSceneSessionRoleApplication", delegate)
        + (display.map { configuration(for: "UIWindowSceneSessionRoleExternalDisplayNonInteractive", $0) } ?? ""))
  }

  /// A property list with a scene manifest that has no configuration.
  static func emptyManifest() throws -> InfoPlist { try manifest("") }

  private static func configuration(for role: String, _ delegate: String) -> String {
    """
    <key>\(role)</key><array><dict>
      <key>UISceneConfigurationName</key><string>Default Configuration</string>
      <key>UISceneDelegateClassName</key><string>\(delegate)</string>
    </dict></array>
    """
  }

  private static func manifest(_ configurations: String) throws -> InfoPlist {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>UIApplicationSceneManifest</key><dict>
        <key>UISceneConfigurations</key><dict>\(configurations)</dict>
      </dict></dict></plist>
      """
    return try InfoPlist(data: Data(text.utf8))
  }
}

/// Objective-C's runtime finds this class by itself.
@MainActor func registerCompositeSceneDelegate() {
  ObjectiveCClasses.register(CompositeSceneDelegate.self, as: "CompositeSceneDelegate") { CompositeSceneDelegate() }
}
