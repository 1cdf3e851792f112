// Everything that CursesTerminal needs of C: ncurses with what Swift does not import of it, the terminal's device, and
// the few things that must work inside a signal handler.
//
// All functions are static inline: a system library target has no object file of its own.

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

// After the others, because it defines names such as `columns` as macros.
#include <curses.h>
#include <term.h>

#include "Curses.h"

#endif
