// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#ifndef COIR_RARE_H
#define COIR_RARE_H

// Marks a function that is rarely called. The compiler does not copy the function into its callers, which stay short.
#if defined(__GNUC__)
#define COIR_RARE __attribute__((cold, noinline))
#else
#define COIR_RARE
#endif

#endif
