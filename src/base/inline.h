// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#ifndef COIR_INLINE_H
#define COIR_INLINE_H

// COIR_INLINE marks a function that the compiler copies into all callers. If a caller passes a constant function
// pointer, the copy calls that function directly.
//
// COIR_RARE marks a function that is rarely called. The compiler does not copy the function into its callers, which
// stay short. COIR_NOINLINE does the same for a function that is called often. Compilers without these attributes
// decide themselves.
#if defined(__GNUC__)
#define COIR_INLINE inline __attribute__((always_inline))
#define COIR_RARE __attribute__((cold, noinline))
#define COIR_NOINLINE __attribute__((noinline))
#else
#define COIR_INLINE inline
#define COIR_RARE
#define COIR_NOINLINE
#endif

#endif
