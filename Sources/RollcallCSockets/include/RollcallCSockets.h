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

/// Who is at the other end of a socket.
struct rollcall_peer {
  int is_known;
  unsigned int user;
  /// 0 if it is not known.
  int process;
};

/// Finds who is at the other end of a socket. If that fails, it is not known.
struct rollcall_peer rollcall_peer_of(int descriptor);

/// Accepts the next connection of a listening socket. Child processes do not inherit it. Returns -1 if there is none.
int rollcall_accept(int descriptor);

/// Writes bytes to a socket. A peer that has gone causes an error, and no signal. Returns the number of bytes, or -1.
ssize_t rollcall_send(int descriptor, const void *bytes, size_t count);

/// A pipe.
struct rollcall_pipe {
  int reading;
  int writing;
};

/// Opens a pipe that child processes do not inherit. Both ends are -1 on failure.
struct rollcall_pipe rollcall_open_socket_pipe(void);

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
