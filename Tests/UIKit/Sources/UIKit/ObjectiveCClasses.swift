// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

/// The classes that the system finds by name, and how it makes an object of each.
///
/// Objective-C's runtime knows every class and can make an object of it. Here, tests register the classes that property
/// lists and configurations name.
@MainActor public enum ObjectiveCClasses {
  private static var classes: [(name: String, type: AnyClass, make: () -> NSObject)] = []

  public static func register<Object: NSObject>(
    _ type: Object.Type, as name: String, _ make: @escaping @MainActor () -> Object
  ) {
    classes.removeAll { $0.name == name }
    classes.append((name, type, make))
  }

  static func named(_ name: String) -> AnyClass? { classes.first { $0.name == name }?.type }

  static func make(_ type: AnyClass) -> NSObject? { classes.first { $0.type == type }?.make() }
}

/// Foundation's own finds no class by its Objective-C name. A file that imports only UIKit gets this one.
@MainActor public func NSClassFromString(_ name: String) -> AnyClass? { ObjectiveCClasses.named(name) }
