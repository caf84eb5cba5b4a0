#!/bin/sh
# SPDX-License-Identifier: Zlib
# SPDX-FileCopyrightText: The Coir authors
#
# 1. Calls that take a node take a pointer to a node of any type, without a warning, and refuse everything else. Calls
#    that show a scene also take NULL.
# 2. coir/any_node.h has a macro for each function that takes a node.
. "$(dirname -- "$0")/common.sh"

cat >"$scratch/types.h" <<END
#include <coir/coir.h>
typedef struct Comet {
    COIR_INHERIT(CoirSprite, sprite);
    double life;
} Comet;
typedef struct Giant {
    COIR_INHERIT(Comet, comet);
    int age;
} Giant;
typedef struct Plain {
    CoirNode node;
    int count;
} Plain;
typedef struct Stranger {
    int count;
} Stranger;
typedef struct Keeper {
    CoirNode *node;
} Keeper;
typedef struct Late {
    int count;
    CoirNode node;
} Late;
void use(CoirNode *node, const CoirNode *fixed, CoirSprite *sprite, Comet *comet, Giant *giant, Plain *plain,
         const Giant *fixed_giant, Stranger *stranger, Keeper *keeper, Late *late, void *address, int number);
void call(CoirNode *node, void *user);
void tick(void *target, double value, void *user);
double curve(double t, void *user);
END

# accepts STATEMENT: expects that the statement compiles without a warning.
# refuses STATEMENT: expects an error or a warning for the statement.
try() {
    printf '%s\n' '#include "types.h"' \
        'void use(CoirNode *node, const CoirNode *fixed, CoirSprite *sprite, Comet *comet, Giant *giant, Plain *plain,' \
        '         const Giant *fixed_giant, Stranger *stranger, Keeper *keeper, Late *late, void *address, int number)' \
        '{' \
        '    (void)node, (void)fixed, (void)sprite, (void)comet, (void)giant, (void)plain, (void)fixed_giant;' \
        '    (void)stranger, (void)keeper, (void)late, (void)address, (void)number;' "    $1" '}' >"$scratch/try.c"
    compile -Wall -Wextra -Wpedantic -Wshadow -Wcast-qual -Werror -I"$COIR_SOURCE/include" -fsyntax-only \
        "$scratch/try.c" >"$scratch/log" 2>&1
}
accepts() { try "$1" || { cat "$scratch/log"; fail "does not compile: $1"; }; }
refuses() { ! try "$1" || fail "compiles: $1"; }

for pointer in node sprite comet giant plain '&comet->sprite' '(CoirNode *)NULL' 'coir_node_parent(giant)'; do
    accepts "coir_node_add(node, $pointer);"
    accepts "coir_node_run($pointer, coir_sequence(coir_delay(1), coir_targeted($pointer, coir_hide())));"
done
for pointer in fixed fixed_giant comet; do
    accepts "(void)coir_node_bounds($pointer);"
done
accepts 'coir_node_schedule(comet, &(CoirTimerDef){.call = call, .interval = 1});'
accepts 'coir_node_contains(comet, (CoirVec2){1, 2});'
accepts 'coir_follow(comet, (CoirVec2){1, 2}, (CoirRect){0, 0, 1, 1});'
accepts 'coir_node_unschedule_callback(giant, call), coir_node_unschedule_callback(giant, tick);'
accepts 'coir_node_unschedule_callback(giant, COIR_CALLBACK(call));'
accepts 'coir_sprite_add(comet, "a.png", 1, 2), coir_label_add(plain, "a", 1, 2);'
accepts 'coir_director_show(NULL, NULL), coir_director_run(NULL, comet), coir_stage_show(NULL, NULL);'
accepts '(coir_node_destroy)(node); void (*function)(CoirNode *) = coir_node_destroy; (void)function;'

for pointer in stranger keeper late address number NULL '*comet' '"text"'; do
    refuses "coir_node_add(node, $pointer);"
    refuses "coir_node_bounds($pointer);"
done
for pointer in stranger keeper late number '*comet'; do
    refuses "coir_stage_show(NULL, $pointer);"
done
refuses 'coir_node_add(node, fixed_giant);'
refuses 'coir_node_unschedule_callback(giant, curve);'
refuses 'coir_node_unschedule_callback(giant, number);'

# Lists the functions with a node among their parameters. Leaves out the functions that macros of other headers call
# (coir_..._make..., coir_node_cast, coir_node_self_...). Hooks are fields, not functions, and are not found.
cat "$COIR_SOURCE"/include/coir/*.h |
    sed -e ':more' -e '/\\$/N' -e 's/\\\n//' -e 't more' -e '/^#/d' -e 's,//.*,,' | tr '\n' ' ' | tr ';{}' '\n' |
    grep -E '(COIR_API|static inline).*[( ]CoirNode \*[a-z_]+[,)]' | grep -oE 'coir_[a-z0-9_]+\(' | tr -d '(' |
    grep -vE '_make|^coir_node_cast$|^coir_node_self_' | sort -u >"$scratch/functions"
sed -n 's/^#define \(coir_[a-z0-9_]*\)(.*/\1/p' "$COIR_SOURCE/include/coir/any_node.h" | sort -u >"$scratch/macros"
comm -23 "$scratch/functions" "$scratch/macros" >"$scratch/missing"
[ ! -s "$scratch/missing" ] || fail "coir/any_node.h has no macro for: $(paste -sd ' ' "$scratch/missing")"
[ "$(wc -l <"$scratch/functions")" -gt 60 ] || fail 'too few functions that take a node were found'
comm -13 "$scratch/functions" "$scratch/macros" >"$scratch/left"
[ ! -s "$scratch/left" ] || fail "coir/any_node.h has a macro for functions that are gone: $(paste -sd ' ' "$scratch/left")"
echo "$(wc -l <"$scratch/functions") functions take a node of any type"
