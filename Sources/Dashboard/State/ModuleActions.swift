#if CommandLine
/// What a user can have done to a module, as it is now.
struct ModuleActions: Equatable {
  /// Whether it can be removed.
  let canRemove: Bool
  /// Whether the launch, which it has missed, can be brought to it.
  let canCatchUp: Bool
  /// Whether it can be switched off, or on again.
  let canSwitch: Bool
  /// Whether it is on.
  let isOn: Bool
}

extension DashboardState {
  /// What can be done to a row's module.
  func actions(on row: Roster.Row) -> ModuleActions {
    ModuleActions(
      canRemove: row.isPresent && !row.isMain, canCatchUp: hasMissedLaunch(row),
      canSwitch: !row.isMain && !row.isRemoved, isOn: row.isOn)
  }
}
#endif
