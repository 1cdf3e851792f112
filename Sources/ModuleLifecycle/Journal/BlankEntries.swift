/// Entries that say nothing yet, for readers to fill in.
extension DispatchEntry { package init() { self.init(atNanoseconds: 0) } }
extension CompletionEntry { package init() { self.init(atNanoseconds: 0) } }
extension ModuleEntry { package init() { self.init(atNanoseconds: 0) } }
extension OwnedEntry { package init() { self.init(atNanoseconds: 0) } }
extension ReleasingEntry { package init() { self.init(atNanoseconds: 0) } }
extension ReleasedEntry { package init() { self.init(atNanoseconds: 0) } }
extension OverdueEntry { package init() { self.init(atNanoseconds: 0) } }
extension OwnerEntry { package init() { self.init(atNanoseconds: 0) } }
extension AliveEntry { package init() { self.init(atNanoseconds: 0) } }
extension StateEntry { package init() { self.init(atNanoseconds: 0) } }
extension OutputEntry { package init() { self.init(atNanoseconds: 0) } }
extension HandlerSpan { package init() { self.init(module: "") } }
extension HolderHint { package init() { self.init(holder: "") } }
extension RunningEntry { package init() { self.init(atNanoseconds: 0) } }
extension WarningEntry { package init() { self.init(atNanoseconds: 0) } }
extension WarningEntry.Handler { package init() { self.init(module: "") } }
extension WarningEntry.DanglingReference { package init() { self.init(name: "") } }
