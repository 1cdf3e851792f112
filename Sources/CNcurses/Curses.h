// What Swift does not import of curses: function-like and cast macros, variables.

#ifndef ROLLCALL_CURSES_H
#define ROLLCALL_CURSES_H

#include <stdlib.h>
#include <wchar.h>

#if defined(__APPLE__)
// Apple's own module map may have been built without the wide-character declarations.
extern int waddnwstr(WINDOW *, const wchar_t *, int);
extern int wcwidth(wchar_t);
#elif defined(__linux__)
extern int wcwidth(wchar_t);
#endif

/// Makes the screen, with keys unbuffered and unechoed. Nothing is shown before the first refresh. Curses only draws: what
/// is typed is read from the device by others.
static inline int rollcall_open_screen(struct rollcall_terminal *terminal, const char *type, int device) {
  struct rollcall_screen *screen = &terminal->screen;
  screen->input = fdopen(rollcall_duplicate(device), "r");
  screen->output = fdopen(rollcall_duplicate(device), "w");
  if (screen->input == NULL || screen->output == NULL) return -1;
  screen->screen = newterm((char *)type, screen->output, screen->input);
  if (screen->screen == NULL) return -1;
  (void)cbreak();
  (void)noecho();
  (void)nonl();
  (void)intrflush(stdscr, FALSE);
  (void)keypad(stdscr, TRUE);
  // Otherwise it would leave off in the middle of a frame when something is typed.
  (void)typeahead(-1);
  (void)leaveok(stdscr, TRUE);
  (void)curs_set(0);
  // Until a screen has been left once, curses takes each move of the cursor for one that a program without windows made,
  // and sends it at once: a frame then goes out in a piece for every place that changed, and wakes whoever reads the
  // terminal as often. The first refresh comes back to it; the modes do at once, for keys that come early.
  (void)endwin();
  (void)reset_prog_mode();
  return 0;
}

/// Ends the screen and gives its memory back.
static inline void rollcall_close_screen(struct rollcall_terminal *terminal) {
  struct rollcall_screen *screen = &terminal->screen;
  if (screen->screen != NULL) {
    (void)endwin();
    delscreen((SCREEN *)screen->screen);
  }
  if (screen->output != NULL) (void)fclose(screen->output);
  if (screen->input != NULL) (void)fclose(screen->input);
  memset(screen, 0, sizeof *screen);
}

/// Has everything painted again by the next refresh, also after `endwin`.
static inline void rollcall_repaint_all(void) { (void)clearok(curscr, TRUE); }

/// Has the terminal send keys as its description says, which leaving the screen has ended.
static inline void rollcall_resume_keypad(void) {
  (void)keypad(stdscr, TRUE);
  (void)fflush(NULL);
}

static inline void rollcall_show_changes(void) {
  (void)wnoutrefresh(stdscr);
  (void)doupdate();
}

/// Turns colours on; gives whether the terminal's default colours can be named.
static inline int rollcall_start_colors(void) {
  if (!has_colors() || start_color() == ERR) return 0;
  return use_default_colors() != ERR;
}

static inline int rollcall_color_count(void) { return COLORS; }
static inline int rollcall_pair_count(void) { return COLOR_PAIRS; }

/// Columns of one scalar, as curses will place it; -1 if it can't be shown.
static inline int rollcall_column_width(unsigned int scalar) { return wcwidth((wchar_t)scalar); }

static inline unsigned long rollcall_attribute_bold(void) { return A_BOLD; }
static inline unsigned long rollcall_attribute_dim(void) { return A_DIM; }
static inline unsigned long rollcall_attribute_reverse(void) { return A_REVERSE; }
static inline unsigned long rollcall_attribute_underline(void) { return A_UNDERLINE; }

/// Writes scalars at a row and a column in one look. The error that curses reports for the last cell of the screen means
/// nothing here: the cell is written, only the cursor can't move on.
static inline void rollcall_write_run(
    int row, int column, const unsigned int *scalars, int count, unsigned long attributes, int pair) {
  (void)wattr_set(stdscr, (attr_t)attributes, (short)pair, NULL);
  if (wmove(stdscr, row, column) != ERR) (void)waddnwstr(stdscr, (const wchar_t *)scalars, count);
}

/// Whether a terminal type can be used: 0 yes, 1 unknown, 2 no database of terminals, 3 it can't move the cursor.
static inline int rollcall_check_terminal_type(const char *type, int device) {
  int error = 0;
  if (setupterm((char *)type, device, &error) == ERR) return error < 0 ? 2 : 1;
  const char *move = tigetstr((char *)"cup");
  int result = move != NULL && move != (const char *)-1 ? 0 : 3;
  (void)del_curterm(cur_term);
  return result;
}

/// A string of the terminal's description; null if it has none. Valid while the screen is.
static inline const char *rollcall_capability(const char *name) {
  const char *text = tigetstr((char *)name);
  return text == (const char *)-1 ? NULL : text;
}

#endif
