#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# Writes two lists that are made from the public headers, for random/driver.h: FUNCTION(name) for each function and
# each macro that is called like one, CALLBACK(header_name) for each type of function that users hand to the library.
#
#   functions.sh FOLDER
set -eu
cd -- "$1"

sed -n 's/^COIR_API .*[ *]\(coir_[a-z0-9_]*\)(.*/\1/p
s/^static inline .*[ *]\(coir_[a-z0-9_]*\)(.*/\1/p
s/^#define \(coir_[a-z0-9_]*\)(.*/\1/p' ./*.h | sort -u | sed 's/.*/FUNCTION(&)/'

# Names that end in _ are the library's own.
for header in *.h; do
    sed 's,//.*,,' "$header" | grep -o '(\*[A-Za-z_]*[A-Za-z])(' | sed "s/(\*\(.*\))(/CALLBACK($(basename "$header" .h)_\1)/"
done | sort -u
