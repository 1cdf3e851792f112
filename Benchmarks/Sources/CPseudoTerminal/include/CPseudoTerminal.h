#ifndef CPSEUDOTERMINAL_H
#define CPSEUDOTERMINAL_H

/// Runs a program on a new terminal.
///
/// @param path The program.
/// @param arguments Its arguments, starting with its name, terminated by NULL.
/// @param environment Its environment, terminated by NULL.
/// @param columns The terminal's width in columns.
/// @param rows Its height in rows.
/// @param terminal Gets the descriptor at the terminal's other end: what is read there is the screen, what is written the
///   keys.
/// @return The process id, or -1.
int pseudo_terminal_run(
    const char *path, char *const arguments[], char *const environment[], int columns, int rows, int *terminal);

/// Waits until there is something to read.
///
/// @param milliseconds The longest time to wait.
/// @return 1, or 0 after a timeout.
int pseudo_terminal_wait(int terminal, int milliseconds);

/// Terminates a process that `pseudo_terminal_run` started, and waits for its end.
void pseudo_terminal_end(int process);

#endif
