// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Words and numbers of a line, and the memory for them.

#ifndef COIR_TESTS_TRACE_WORDS_H
#define COIR_TESTS_TRACE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRACE_BLANKS " \t\r\v\f"

// As realloc; ends the program when there is no memory.
void *trace_allocate(void *block, size_t size);

// A copy of `length` bytes with a zero behind them, to be freed.
char *trace_copy(const char *bytes, size_t length);

// Leaves out the comment of a line, and the blanks at both ends.
void trace_trim(const char **line, size_t *length);

// Cuts the next word off `*rest`, in place. NULL: there is none.
char *trace_next_word(char **rest);

// False, and nothing is stored, when the whole word is not such a number. What strtod reads is one, `nan` and `inf`,
// too: what is out of range it is for the engine to refuse.
bool trace_read_int(const char *word, int *number);
bool trace_read_bits(const char *word, uint32_t *bits); // decimal, or hexadecimal behind 0x
bool trace_read_double(const char *word, double *number);

#endif
