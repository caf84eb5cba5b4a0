// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Prefetching: loads memory into the cache before the memory is needed, if the compiler has a function for this.

#ifndef COIR_PREFETCH_H
#define COIR_PREFETCH_H

#include <stdint.h>

// Prefetches the memory at an address. Any address is allowed, also an address that is not mapped.
static inline void coir_prefetch(uintptr_t address)
{
#if defined(__GNUC__)
    __builtin_prefetch((const void *)address);
#else
    (void)address;
#endif
}

// Prefetches memory that will be written.
static inline void coir_prefetch_to_write(uintptr_t address)
{
#if defined(__GNUC__)
    __builtin_prefetch((const void *)address, 1);
#else
    (void)address;
#endif
}

#endif
