import ModuleLifecycle
import Shop

try Application.launch { composite in
  try composite.register("Session") { Session() }
  try composite.register("Ads", isOn: false) { Ads() }
  try composite.register("Search", isOn: false) { Search() }
  try composite.register("Analytics", isOn: false) { Analytics() }
  try composite.register("Help") { Help() }
  try composite.register("Window", role: .main) { Window(in: $0) }
  composite.send(DidFinishLaunching())
  composite.mark("first frame")
  for module in ["Ads", "Search", "Analytics"] {
    try composite.set(module, isOn: true)
    try composite.sendMissedEvents(to: module)
  }
}
