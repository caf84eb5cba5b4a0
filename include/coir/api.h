// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// What every public header needs: export marks and the version.

#ifndef COIR_API_H
#define COIR_API_H

// COIR_STATIC: define it where Coir is linked as a static library on Windows. COIR_BUILDING is the library's own.
#if defined(_WIN32) && !defined(COIR_STATIC)
#if defined(COIR_BUILDING)
#define COIR_API __declspec(dllexport)
#else
#define COIR_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define COIR_API __attribute__((visibility("default")))
#else
#define COIR_API
#endif

// Lets compilers that can do so check the arguments of a printf-like function.
#if defined(__GNUC__)
#define COIR_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define COIR_PRINTF(text, first)
#endif

#define COIR_VERSION_MAJOR 0
#define COIR_VERSION_MINOR 1
#define COIR_VERSION_PATCH 0

// The version of the library that is linked, as "major.minor.patch"; the macros above are the header's.
COIR_API const char *coir_version(void);

#endif
