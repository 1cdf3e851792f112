/// Empty entries, for readers to fill in.
extension DispatchEntry { package init() { self.init(atNanoseconds: 0) } }
extension CompletionEntry { package init() { self.init(atNanoseconds: 0) } }
extension ModuleEntry { package init() { self.init(atNanoseconds: 0) } }
extension OverdueEntry { package init() { self.init(atNanoseconds: 0) } }
extension OwnerEntry { package init() { self.init(atNanoseconds: 0) } }
extension AliveEntry { package init() { self.init(atNanoseconds: 0) } }
extension StateEntry { package init() { self.init(atNanoseconds: 0) } }
extension JournalSwitchEntry { package init() { self.init(atNanoseconds: 0) } }
extension OutputEntry { package init() { self.init(atNanoseconds: 0) } }
extension MarkEntry { package init() { self.init(atNanoseconds: 0) } }
extension HandlerSpan { package init() { self.init(module: "") } }
extension HolderHint { package init() { self.init(holder: "") } }
extension RunningEntry { package init() { self.init(atNanoseconds: 0) } }
extension WarningEntry { package init() { self.init(atNanoseconds: 0) } }
extension WarningEntry.Handler { package init() { self.init(module: "") } }
extension WarningEntry.DanglingReference { package init() { self.init(name: "") } }
