// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "bells",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "rollcall", path: "../..", traits: [])
  ],
  targets: [
    .executableTarget(
      name: "bells",
      dependencies: [
        .product(name: "ModuleLifecycle", package: "rollcall"),
        .product(name: "RollcallFoundation", package: "rollcall"),
        .product(name: "RollcallInspection", package: "rollcall"),
      ])
  ])
