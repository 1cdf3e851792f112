#if CommandLine
public import ArgumentParser
public import TerminalDashboard

extension DashboardOptions.Color: ExpressibleByArgument {}
#endif
