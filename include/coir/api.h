// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Export marks for the public headers, and the version.
//
// C++ programs (C++11 and later) include the headers unchanged. Macros that are not C++ have a second form for C++,
// with the same name. A node type of your own needs C++20 (coir/node_class.h).

#ifndef COIR_API_H
#define COIR_API_H

// Windows: define COIR_STATIC if your program links the static library, libcoir.a or libcoir_core.a. pkg-config and
// meson's dependency() define COIR_STATIC for libcoir_core.a, and for libcoir.a of a build with default_library=static.
// For libcoir.a of a build with default_library=both, define COIR_STATIC yourself. COIR_BUILDING is defined only while
// the library itself is built.
//
// A class table holds the address of a variable of Coir: `.super = &CoirSprite_class`. In C, the address of a
// `dllimport` variable is not a constant, so the compiler would refuse the table. MinGW's linker finds the variables
// of a DLL without `dllimport`. The linker of MSVC does not: with MSVC, link the static library.
#if defined(_WIN32) && !defined(COIR_STATIC)
#if defined(COIR_BUILDING)
#define COIR_EXPORT_ __declspec(dllexport)
#define COIR_EXPORT_DATA_ __declspec(dllexport)
#elif defined(__MINGW32__)
#define COIR_EXPORT_ __declspec(dllimport)
#define COIR_EXPORT_DATA_
#else
#define COIR_EXPORT_ __declspec(dllimport)
#define COIR_EXPORT_DATA_ __declspec(dllimport)
#endif
#elif defined(__GNUC__) && !defined(_WIN32)
#define COIR_EXPORT_ __attribute__((visibility("default")))
#define COIR_EXPORT_DATA_ __attribute__((visibility("default")))
#else
#define COIR_EXPORT_
#define COIR_EXPORT_DATA_
#endif

// On Windows the compiler options of SDL (sdl2.pc) define main as SDL_main, which a library of SDL calls. A file that
// includes no header of SDL keeps its own main. A file that includes SDL.h or SDL_main.h gets SDL's main: the
// arguments are UTF-8, and main must have two parameters.
#if defined(_WIN32) && defined(main) && !defined(SDL_main_h_)
#undef main
#endif

// COIR_API begins the declaration of each public function, COIR_API_DATA the declaration of each public variable.
#if defined(__cplusplus)
#define COIR_API extern "C" COIR_EXPORT_
#define COIR_API_DATA extern "C" COIR_EXPORT_DATA_
#else
#define COIR_API COIR_EXPORT_
#define COIR_API_DATA COIR_EXPORT_DATA_ extern
#endif

// Makes gcc and clang check the arguments of a printf-like function. To gcc for Windows, "printf" is the printf of
// Microsoft's old C library, which lacks %zu. Coir formats as C11 says on each system.
#if defined(__MINGW32__) && !defined(__clang__)
#define COIR_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#elif defined(__GNUC__)
#define COIR_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define COIR_PRINTF(text, first)
#endif

#define COIR_VERSION_MAJOR 0
#define COIR_VERSION_MINOR 1
#define COIR_VERSION_PATCH 0

// Returns the version of the linked library, as "major.minor.patch". The macros above have the version of the header.
COIR_API const char *coir_version(void);

#endif
