// The system's ncurses, with the parts that Swift does not import: function-like macros, macros with casts, variables, and
// functions with a variable number of arguments.
//
// All functions are static inline, because a system library target has no object file of its own.

#ifndef ROLLCALL_CNCURSES_H
#define ROLLCALL_CNCURSES_H

#define NCURSES_WIDECHAR 1
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

// Included last, because it defines names such as `columns` as macros.
#include <curses.h>
#include <term.h>

#if defined(__APPLE__)
// Apple's own module map may have been built without the wide-character declarations.
extern int waddnwstr(WINDOW *, const wchar_t *, int);
extern int wcwidth(wchar_t);
#elif defined(__linux__)
extern int wcwidth(wchar_t);
#endif

/// Leaves the screen. The next refresh enters it again and repaints everything.
static inline void rollcall_leave_screen(void) {
  (void)endwin();
  (void)clearok(curscr, TRUE);
}

/// Creates the screen. Nothing is shown before the first refresh. Curses only draws into a file. Other code reads the
/// device, sets its modes, and sends the drawing, because curses would block. Null if curses refuses.
static inline SCREEN *rollcall_open_screen(FILE *drawing, const char *type) {
  // Otherwise, curses would take the size from LINES and COLUMNS, which may belong to another terminal or be out of
  // date.
  use_env(FALSE);
#if NCURSES_VERSION_MAJOR >= 6
  // Otherwise, curses rejects a type without a size in its description.
  use_tioctl(TRUE);
#endif
  SCREEN *screen = newterm((char *)type, drawing, drawing);
  use_env(TRUE);
#if NCURSES_VERSION_MAJOR >= 6
  use_tioctl(FALSE);
#endif
  if (screen == NULL) return NULL;
  (void)nonl();
  // Otherwise, curses would stop in the middle of a frame when a key is pressed.
  (void)typeahead(-1);
  (void)leaveok(stdscr, TRUE);
  (void)curs_set(0);
  // Until a screen was left once, curses treats each cursor movement as made by a program without windows.
  rollcall_leave_screen();
  return screen;
}

static inline void rollcall_show_changes(void) {
  (void)wnoutrefresh(stdscr);
  (void)doupdate();
}

/// Turns colours on. Returns whether the terminal's default colours can be used.
static inline int rollcall_start_colors(void) {
  if (!has_colors() || start_color() == ERR) return 0;
  return use_default_colors() != ERR;
}

static inline int rollcall_color_count(void) { return COLORS; }
static inline int rollcall_pair_count(void) { return COLOR_PAIRS; }

/// The number of columns that curses uses for a scalar; -1 if it can't be shown.
static inline int rollcall_column_width(unsigned int scalar) { return wcwidth((wchar_t)scalar); }

static inline unsigned long rollcall_attribute_bold(void) { return A_BOLD; }
static inline unsigned long rollcall_attribute_dim(void) { return A_DIM; }
static inline unsigned long rollcall_attribute_reverse(void) { return A_REVERSE; }
static inline unsigned long rollcall_attribute_underline(void) { return A_UNDERLINE; }

/// Writes scalars at a row and a column, with the same attributes. Ignores the error that curses reports for the last
/// cell of the screen: the cell is written, but the cursor can't advance.
static inline void rollcall_write_run(
    int row, int column, const unsigned int *scalars, int count, unsigned long attributes, int pair) {
  (void)wattr_set(stdscr, (attr_t)attributes, (short)pair, NULL);
  if (wmove(stdscr, row, column) != ERR) (void)waddnwstr(stdscr, (const wchar_t *)scalars, count);
}

/// Checks a terminal type: 0 usable, 1 unknown, 2 no terminal database, 3 unable to move the cursor.
static inline int rollcall_check_terminal_type(const char *type, int device) {
  int error = 0;
  if (setupterm((char *)type, device, &error) == ERR) return error < 0 ? 2 : 1;
  const char *move = tigetstr((char *)"cup");
  int result = move != NULL && move != (const char *)-1 ? 0 : 3;
  (void)del_curterm(cur_term);
  return result;
}

/// Returns a string of the terminal's description; null if it has none. Valid as long as the screen exists.
static inline const char *rollcall_capability(const char *name) {
  const char *text = tigetstr((char *)name);
  return text == (const char *)-1 ? NULL : text;
}

#endif
