#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# Writes two lists for random/driver.h from the headers in FOLDER: FUNCTION(NAME) for each function and for each macro
# with arguments, and CALLBACK(HEADER_NAME) for each type of function, and each hook, that users pass to the library.
#
#   functions.sh FOLDER
set -eu
cd -- "$1"

# Leaves out coir_node_self_ and coir_node_self_const_, which only convert a pointer.
sed -n '/coir_node_self_/d
s/^COIR_API .*[ *]\(coir_[a-z0-9_]*\)(.*/\1/p
s/^static inline .*[ *]\(coir_[a-z0-9_]*\)(.*/\1/p
s/^#define \(coir_[a-z0-9_]*\)(.*/\1/p' ./*.h | sort -u | sed 's/.*/FUNCTION(&)/'

# Leaves out names that end in _, which are private, and CoirAnyFn, which is never called.
for header in *.h; do
    sed 's,//.*,,' "$header" | grep -o '(\*[A-Za-z_]*[A-Za-z])(' | sed "s/(\*\(.*\))(/CALLBACK($(basename "$header" .h)_\1)/"
done | grep -v _CoirAnyFn | sort -u
