// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Asking for memory before it is needed, where a compiler has a word for that.

#ifndef COIR_PREFETCH_H
#define COIR_PREFETCH_H

#include <stdint.h>

// A hint, and no more: any address will do, whether there is memory or not.
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
