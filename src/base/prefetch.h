// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Prefetching: asks for memory before the memory is needed, where the compiler has a function for that.

#ifndef COIR_PREFETCH_H
#define COIR_PREFETCH_H

#include <stdint.h>

// Asks for the memory at an address. Any address may be given, also one without memory.
static inline void coir_prefetch(uintptr_t address)
{
#if defined(__GNUC__)
    __builtin_prefetch((const void *)address);
#else
    (void)address;
#endif
}

// The same for memory that will be written.
static inline void coir_prefetch_to_write(uintptr_t address)
{
#if defined(__GNUC__)
    __builtin_prefetch((const void *)address, 1);
#else
    (void)address;
#endif
}

#endif
