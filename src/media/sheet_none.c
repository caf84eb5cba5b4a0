// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Replaces sheet_json.c where there is no cJSON.

#include "base/fail.h"
#include "media/sheet.h"

bool coir_sheet_parse(CoirSheet *sheet, const char *text, size_t size)
{
    (void)text, (void)size;
    return FAIL("the sheet '%s' cannot be read: this Coir was built without cJSON; install cJSON (Debian: "
                "libcjson-dev, Fedora: cjson-devel, Arch and Homebrew: cjson) and configure Coir with -Dcjson=enabled",
                sheet->path);
}
