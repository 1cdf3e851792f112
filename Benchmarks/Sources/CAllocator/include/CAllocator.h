#ifndef CALLOCATOR_H
#define CALLOCATOR_H

#include <stddef.h>

/// The bytes that the process has allocated and not freed, with what the allocator itself adds to each piece; 0 where
/// the C library does not tell.
size_t allocator_bytes_in_use(void);

/// Gives what is free back to the system, so that what comes next begins with a fresh heap.
void allocator_give_back(void);

#endif
