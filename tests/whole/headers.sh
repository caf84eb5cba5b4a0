#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# 1. Every public header compiles alone in plain C11, may be included twice, and is included by coir/coir.h.
# 2. A node class without hooks is plain C11.
. "$(dirname -- "$0")/common.sh"

count=0
for header in "$COIR_SOURCE"/include/coir/*.h; do
    name=coir/$(basename "$header")
    printf '#include <%s>\n#include <%s>\nint nothing;\n' "$name" "$name" >"$scratch/alone.c"
    compile -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wundef -Werror \
        -I"$COIR_SOURCE/include" -c -o "$scratch/alone.o" "$scratch/alone.c" || fail "$name does not compile alone"
    count=$((count + 1))
    grep -q "#include \"$name\"" "$COIR_SOURCE/include/coir/coir.h" || [ "$name" = coir/coir.h ] ||
        fail "coir/coir.h does not include $name"
done
[ "$count" -gt 10 ] || fail "only $count headers were found in $COIR_SOURCE/include/coir"

cat >"$scratch/class.c" <<END
#include <coir/node.h>
typedef struct Plain {
    CoirNode node;
} Plain;
static COIR_NODE_CLASS(Plain);
int main(void)
{
    return Plain_class.size == sizeof(Plain) ? 0 : 1;
}
END
compile -Wall -Wextra -Wpedantic -Werror -I"$COIR_SOURCE/include" -fsyntax-only "$scratch/class.c" ||
    fail 'a class without hooks is not C11'
echo "$count headers compile alone"
