// Everything that RollcallCursesTerminal needs from C: ncurses with the parts that Swift does not import, the terminal's
// device, and the functions that must work inside a signal handler.
//
// All functions are static inline, because a system library target has no object file of its own.

#ifndef ROLLCALL_CNCURSES_H
#define ROLLCALL_CNCURSES_H

#define NCURSES_WIDECHAR 1
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif

#include "State.h"
#include "Device.h"
#include "Printable.h"
#include "SignalPipe.h"
#include "OutputCapture.h"
#include "CrashRestore.h"
#include "ChildProcess.h"

// Included last, because it defines names such as `columns` as macros.
#include <curses.h>
#include <term.h>

#include "Curses.h"

#endif
