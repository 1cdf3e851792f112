#ifndef CPSEUDOTERMINAL_H
#define CPSEUDOTERMINAL_H

/// Runs a program on a terminal of its own.
///
/// @param path The program.
/// @param arguments Its arguments, its name first, ended by NULL.
/// @param environment Its environment, ended by NULL.
/// @param columns The terminal's width in columns.
/// @param rows Its height in rows.
/// @param terminal Gets the descriptor at the terminal's other end: what is read there is the screen, what is written the
///   keys.
/// @return The process, or -1.
int pseudo_terminal_run(
    const char *path, char *const arguments[], char *const environment[], int columns, int rows, int *terminal);

/// Waits until there is something to read.
///
/// @param milliseconds How long at most.
/// @return 1, or 0 when the time is up.
int pseudo_terminal_wait(int terminal, int milliseconds);

/// Ends a process that was run here, and waits until it has ended.
void pseudo_terminal_end(int process);

#endif
