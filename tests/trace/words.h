// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Words and numbers of a line, and functions that allocate memory, or end the program if there is no memory.

#ifndef COIR_TESTS_TRACE_WORDS_H
#define COIR_TESTS_TRACE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRACE_BLANKS " \t\r\v\f"

// Works like realloc, but ends the program if there is no memory.
void *trace_allocate(void *block, size_t size);

// Returns a copy of `length` bytes with a zero after the bytes. The caller frees the copy.
char *trace_copy(const char *bytes, size_t length);

// Removes the comment of a line, and the blanks at both ends.
void trace_trim(const char **line, size_t *length);

// Cuts the next word off `*rest` by writing a zero after the word, and returns the word. Returns NULL if no word is
// left.
char *trace_next_word(char **rest);

// Read a whole word as a number. Return false and store nothing if the word is not a number of this type.
// trace_read_double reads all numbers that strtod reads, also `nan` and `inf`: the engine must refuse numbers that are
// out of range.
bool trace_read_int(const char *word, int *number);
bool trace_read_bits(const char *word, uint32_t *bits); // decimal, or hexadecimal after 0x
bool trace_read_double(const char *word, double *number);

#endif
