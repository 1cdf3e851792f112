#ifndef CALLOCATOR_H
#define CALLOCATOR_H

#include <stddef.h>

/// Returns the bytes that are allocated and not freed, including the allocator's overhead. 0 where the C library does
/// not report them.
size_t allocator_bytes_in_use(void);

/// Returns free memory to the system: the next measurement begins with a fresh heap.
void allocator_give_back(void);

#endif
