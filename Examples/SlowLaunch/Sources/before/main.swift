import ModuleLifecycle
import Shop

try Application.launch { composite in
  try composite.register("Session") { Session() }
  try composite.register("Ads") { Ads() }
  try composite.register("Search") { Search() }
  try composite.register("Analytics") { Analytics() }
  try composite.register("Help") { Help() }
  try composite.register("Window", role: .main) { Window(in: $0) }
  composite.send(DidFinishLaunching())
  composite.mark("first frame")
}
