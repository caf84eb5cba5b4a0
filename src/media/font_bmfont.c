// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Each line of a .fnt file in text form is a word followed by fields, such as `page id=0 file="some.png"`. The format
// is described at https://www.angelcode.com/products/bmfont/doc/file_format.html. The lines are read in three rounds,
// because each round needs the earlier rounds: 1. sizes, pages and counts, 2. glyphs, 3. kerning. Unknown words and
// fields are ignored.

#include "media/font_bmfont.h"

#include <math.h>
#include <string.h>

#include "base/fail.h"
#include "media/file.h"
#include "media/texture.h"
#include "media/utf8.h"

#define PAGES 256
#define SIZE_LIMIT ((size_t)64 << 20) // bytes of a file
#define MOST 32768                    // largest value of a field in pixels

// A part of the file. `text` is NULL if the part was not found.
typedef struct Part {
    const char *text;
    size_t length;
} Part;

typedef struct Reader {
    CoirFont *font;
    const char *path;
    Part file, line; // whole file; current line, without blanks at its ends
    int number;      // number of the current line, from 1; 0: before the first line
    CoirPageFn page;
    void *user;
    CoirTexture *pages[PAGES];
    int chars, kernings; // numbers of lines that were read
    float chars_promised, kernings_promised;
} Reader;

// Sets coir_error() to a text about the current line.
#define WRONG(reader, format, ...) FAIL("'%s', line %d: " format, (reader)->path, (reader)->number, __VA_ARGS__)

// Fields -------------------------------------------------------------------------------------------------------------

static bool is_blank(char character)
{
    return character == ' ' || character == '\t';
}

static bool equals(Part part, const char *word)
{
    return part.length == strlen(word) && memcmp(part.text, word, part.length) == 0;
}

// Returns the first word of a line.
static Part word_of(Part line)
{
    Part word = {line.text, 0};
    while (word.length < line.length && !is_blank(word.text[word.length]))
        word.length++;
    return word;
}

// Returns the number of bytes before the first blank outside of quotes, or `length` if there is no such blank.
static size_t field_length(const char *text, size_t length)
{
    bool quoted = false;
    size_t i = 0;
    for (; i < length && (quoted || !is_blank(text[i])); i++)
        quoted = quoted != (text[i] == '"');
    return i;
}

static Part without_quotes(Part value)
{
    if (value.length < 2 || value.text[0] != '"' || value.text[value.length - 1] != '"')
        return value;
    return (Part){value.text + 1, value.length - 2};
}

// Returns the value of a field of the current line, without quotes.
static Part find(const Reader *reader, const char *key)
{
    const char *at = reader->line.text, *end = at + reader->line.length;
    size_t key_length = strlen(key);
    while (at != end) {
        size_t length = field_length(at, (size_t)(end - at));
        if (length > key_length && at[key_length] == '=' && memcmp(at, key, key_length) == 0)
            return without_quotes((Part){at + key_length + 1, length - key_length - 1});
        at += length;
        while (at != end && is_blank(*at))
            at++;
    }
    return (Part){NULL, 0};
}

// Reads a decimal number. strtod would expect a comma in some locales. Returns false if the text is not a number, or if
// the number is not from `low` to `high`.
static bool read_number(Part part, float low, float high, float *number)
{
    bool minus = part.length > 0 && part.text[0] == '-';
    double value = 0, unit = 1;
    size_t i = minus, digits = 0;
    for (; i < part.length && part.text[i] >= '0' && part.text[i] <= '9' && value < 1e9; i++, digits++)
        value = value * 10 + (part.text[i] - '0');
    if (i < part.length && part.text[i] == '.')
        for (i++; i < part.length && part.text[i] >= '0' && part.text[i] <= '9'; i++, digits++)
            value += (part.text[i] - '0') * (unit /= 10);
    *number = (float)(minus ? -value : value);
    return digits > 0 && i == part.length && *number >= low && *number <= high;
}

// Reads a field with a number from `low` to `high`. If the field is missing, returns true and leaves `*number` alone.
static bool read_field(const Reader *reader, const char *key, float low, float high, float *number)
{
    Part part = find(reader, key);
    float value;
    if (!part.text)
        return true;
    if (!read_number(part, low, high, &value))
        return WRONG(reader, "%s=%.*s is no number from %.7g to %.7g", key, part.length < 40 ? (int)part.length : 40,
                     part.text, (double)low, (double)high);
    *number = value;
    return true;
}

// Reads a field with a whole number from `low` to `high`. Fails if the field is missing.
static bool read_index(const Reader *reader, const char *key, float low, float high, float *number)
{
    *number = NAN;
    if (!read_field(reader, key, low, high, number))
        return false;
    if (isnan(*number))
        return WRONG(reader, "there is no %s; is the file cut off?", key);
    return *number == floorf(*number) || WRONG(reader, "%s=%g must be a whole number", key, (double)*number);
}

// Lines --------------------------------------------------------------------------------------------------------------

static bool read_common(Reader *reader)
{
    CoirFont *font = reader->font;
    float packed = 0;
    if (!read_field(reader, "lineHeight", 1, MOST, &font->line_height))
        return false;
    font->base = font->line_height;
    if (!read_field(reader, "base", -MOST, MOST, &font->base) || !read_field(reader, "packed", 0, 1, &packed))
        return false;
    return packed == 0 ||
           WRONG(reader, "%s",
                 "its glyphs share pixels, one colour channel for each glyph; export the font without packing the "
                 "glyphs into channels");
}

static bool read_page(Reader *reader)
{
    Part file = find(reader, "file");
    float id;
    if (!read_index(reader, "id", 0, PAGES - 1, &id))
        return false;
    if (!file.text || file.length == 0)
        return WRONG(reader, "page id=%g has no file", (double)id);
    if (file.text[0] == '"')
        return WRONG(reader, "%s", "the text after file= has no closing quotation mark");
    if (reader->pages[(int)id])
        return WRONG(reader, "page id=%g comes a second time", (double)id);
    char *name = coir_alloc(file.length + 1);
    if (!name)
        return false;
    memcpy(name, file.text, file.length);
    CoirTexture *texture = reader->page(name, reader->user);
    coir_free(name);
    reader->pages[(int)id] = texture;
    return texture || WRONG(reader, "%s", coir_error());
}

static bool read_chars(Reader *reader)
{
    return read_field(reader, "count", 0, 1e9f, &reader->chars_promised);
}

static bool read_kernings(Reader *reader)
{
    return read_field(reader, "count", 0, 1e9f, &reader->kernings_promised);
}

// Returns the id that the file has for a codepoint; -1: the glyph for missing characters.
static double id_of(uint32_t codepoint)
{
    return codepoint == COIR_FONT_MISSING ? -1.0 : (double)codepoint;
}

// Gives the glyph its picture, if the region is not empty.
static bool cut_out(const Reader *reader, CoirFontGlyph *glyph, CoirRect r, int page)
{
    CoirTexture *texture = reader->pages[page];
    if (r.width == 0 || r.height == 0)
        return true;
    if (!texture)
        return WRONG(reader, "there is no page %d", page);
    int width = coir_texture_width(texture), height = coir_texture_height(texture);
    if (r.x + r.width > (float)width || r.y + r.height > (float)height)
        return WRONG(reader, "char id=%.0f: the part %g, %g, %g x %g is not inside page %d of %d x %d pixels",
                     id_of(glyph->codepoint), (double)r.x, (double)r.y, (double)r.width, (double)r.height, page, width,
                     height);
    glyph->texture = texture;
    glyph->region = r;
    coir_texture_retain(texture);
    return true;
}

static bool read_char(Reader *reader)
{
    CoirRect region = {0};
    float id, page = 0, left = 0, top = 0, advance = NAN;
    reader->chars++;
    if (!read_index(reader, "id", -1, 0x10ffff, &id) || !read_field(reader, "x", 0, MOST, &region.x) ||
        !read_field(reader, "y", 0, MOST, &region.y) || !read_field(reader, "width", 0, MOST, &region.width) ||
        !read_field(reader, "height", 0, MOST, &region.height) || !read_field(reader, "xoffset", -MOST, MOST, &left) ||
        !read_field(reader, "yoffset", -MOST, MOST, &top) || !read_field(reader, "xadvance", -MOST, MOST, &advance) ||
        !read_field(reader, "page", 0, PAGES - 1, &page))
        return false;
    if (isnan(advance))
        return WRONG(reader, "char id=%.0f has no xadvance; is the file cut off?", (double)id);
    uint32_t codepoint = id < 0 ? COIR_FONT_MISSING : (uint32_t)id; // -1: for missing characters
    if (coir_font_find(reader->font, codepoint))
        return WRONG(reader, "char id=%.0f comes a second time", (double)id);
    CoirFontGlyph *glyph = coir_font_add(reader->font, codepoint, advance);
    if (!glyph)
        return false;
    glyph->left = left;
    glyph->top = top;
    return cut_out(reader, glyph, region, (int)page);
}

static bool read_kerning(Reader *reader)
{
    float first, second, amount = 0;
    reader->kernings++;
    return read_index(reader, "first", -1, 0x10ffff, &first) && read_index(reader, "second", -1, 0x10ffff, &second) &&
           read_field(reader, "amount", -MOST, MOST, &amount) &&
           (first < 0 || second < 0 || coir_font_add_kerning(reader->font, (uint32_t)first, (uint32_t)second, amount));
}

// The function that reads the lines that begin with `word`, and the round (from 0) in which the lines are read.
typedef struct Word {
    const char *word;
    int round;
    bool (*read)(Reader *reader);
} Word;

#define ROUNDS 3

static const Word words[] = {
    {"common", 0, read_common},     {"page", 0, read_page}, {"chars", 0, read_chars},
    {"kernings", 0, read_kernings}, {"char", 1, read_char}, {"kerning", 2, read_kerning},
};

static bool read_line(Reader *reader, int round)
{
    Part word = word_of(reader->line);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].round == round && equals(word, words[i].word))
            return words[i].read(reader);
    return true;
}

// Moves to the next line. Returns false after the last line.
static bool next_line(Reader *reader)
{
    const char *end = reader->file.text + reader->file.length;
    const char *from = reader->number == 0 ? reader->file.text : reader->line.text + reader->line.length;
    while (reader->number > 0 && from != end && *from != '\n') // skips blanks at the end of the line
        from++;
    if (from == end)
        return false;
    from += reader->number > 0;
    reader->number++;
    const char *to = memchr(from, '\n', (size_t)(end - from));
    to = to ? to : end;
    while (from != to && is_blank(*from))
        from++;
    while (to != from && (is_blank(to[-1]) || to[-1] == '\r'))
        to--;
    reader->line = (Part){from, (size_t)(to - from)};
    return true;
}

// The whole file -----------------------------------------------------------------------------------------------------

static int line_number_of(const Reader *reader, const char *at)
{
    int number = 1;
    for (const char *c = reader->file.text; c != at; c++)
        number += *c == '\n';
    return number;
}

// Skips the byte order mark with which some editors begin a file.
static void skip_mark(Part *file)
{
    if (file->length >= 3 && memcmp(file->text, "\xef\xbb\xbf", 3) == 0)
        *file = (Part){file->text + 3, file->length - 3};
}

static bool begins_with(Part file, const char *text)
{
    while (file.length > 0 && (is_blank(*file.text) || *file.text == '\r' || *file.text == '\n'))
        file = (Part){file.text + 1, file.length - 1};
    return file.length >= strlen(text) && memcmp(file.text, text, strlen(text)) == 0;
}

static bool check_form(Reader *reader)
{
    Part file = reader->file;
    if (begins_with(file, "BMF"))
        return FAIL("'%s' is in BMFont's binary form; export it in the text form", reader->path);
    if (begins_with(file, "<"))
        return FAIL("'%s' is in BMFont's XML form; export it in the text form", reader->path);
    const char *bad = memchr(file.text, 0, file.length);
    if (!bad)
        bad = coir_utf8_bad(file.text, file.text + file.length);
    if (!bad)
        return true;
    reader->number = line_number_of(reader, bad);
    return WRONG(reader, "the byte 0x%02x is no text in UTF-8; is this a .fnt file?", (unsigned)(unsigned char)*bad);
}

static bool check_whole(const Reader *reader)
{
    const char *path = reader->path;
    if (!(reader->font->line_height > 0))
        return FAIL("'%s' is no .fnt file: there is no line \"common\" with a lineHeight", path);
    if (reader->chars == 0)
        return FAIL("'%s' has no lines \"char\"; is it cut off?", path);
    if ((float)reader->chars < reader->chars_promised)
        return FAIL("'%s' is cut off: it promises %.0f lines \"char\" and has %d", path, (double)reader->chars_promised,
                    reader->chars);
    if ((float)reader->kernings < reader->kernings_promised)
        return FAIL("'%s' is cut off: it promises %.0f lines \"kerning\" and has %d", path,
                    (double)reader->kernings_promised, reader->kernings);
    return true;
}

bool coir_bmfont_read(CoirFont *font, const char *path, const char *text, size_t size, CoirPageFn page, void *user)
{
    Reader reader = {.font = font, .path = path, .file = {size > 0 ? text : "", size}, .page = page, .user = user};
    skip_mark(&reader.file);
    if (!check_form(&reader))
        return false;
    for (int round = 0; round < ROUNDS; round++)
        for (reader.number = 0; next_line(&reader);)
            if (!read_line(&reader, round))
                return false;
    if (!check_whole(&reader))
        return false;
    coir_font_finish(font);
    return true;
}

// Loading ------------------------------------------------------------------------------------------------------------

static CoirTexture *load_page(const char *name, void *user)
{
    const char *const *font = user;
    char *path = coir_path_beside(*font, name);
    CoirTexture *texture = path ? coir_texture_load_for(path, "coir_font_load") : NULL;
    coir_free(path);
    return texture;
}

static bool fill(CoirFont *font, const char *path)
{
    size_t size = 0;
    uint8_t *bytes = coir_file_read("font", font->path, coir_path_advice(path), SIZE_LIMIT, &size);
    bool done = bytes && coir_bmfont_read(font, font->path, (const char *)bytes, size, load_page, &path);
    coir_free(bytes);
    return done;
}

CoirFont *coir_font_load(const char *path)
{
    return coir_font_load_with(path, 0, "coir_font_load", fill);
}
