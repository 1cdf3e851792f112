// Functions that Swift does not import: the identity of a socket's peer, descriptors that child processes do not
// inherit, writing without a signal, the state of a process, and a watch of a folder that takes no path.
//
// Any thread may call them. Those that return -1 set `errno`.

#ifndef ROLLCALL_CSOCKETS_H
#define ROLLCALL_CSOCKETS_H

#include <sys/types.h>
#if !defined(__linux__)
// The states of a process.
#include <sys/sysctl.h>
#endif

/// Finds the user and the process at the other end of a socket; process 0 if it is not known. Returns 0, or -1.
int rollcall_peer(int descriptor, unsigned int *user, int *process);

/// Accepts the next connection of a listening socket. Child processes do not inherit it. Returns -1 if there is none.
int rollcall_accept(int descriptor);

/// Writes bytes to a socket. A peer that has gone causes an error, and no signal. Returns the number of bytes, or -1.
ssize_t rollcall_send(int descriptor, const void *bytes, size_t count);

/// Opens a pipe that child processes do not inherit, reading end first. Returns 0, or -1.
int rollcall_pipe(int *ends);

/// Creates a Unix-domain socket that child processes do not inherit. Returns -1 on failure.
int rollcall_socket(void);

#if defined(__linux__)
/// Returns a descriptor that can be read once something in an open folder, or the folder, has been deleted or moved.
/// Child processes do not inherit it. -1 if the folder can't be watched.
int rollcall_watch(int folder);
#else
/// Returns the state of a process, as `ps` shows it: SSTOP for a stopped one, SZOMB for one that has ended, SRUN for
/// most others. 0 if the system does not tell, -1 if there is no such process.
int rollcall_process_state(int process);
#endif

#endif
