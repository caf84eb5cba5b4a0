// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

// Nodes and textures for the benchmarks.

#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

#include "coir/node.h"

float bench_x(int i)
{
    return (float)(i % 800);
}

CoirNode **bench_nodes(int n)
{
    CoirNode **nodes = bench_alloc((size_t)n, sizeof(CoirNode *));
    for (int i = 0; i < n; i++) {
        nodes[i] = coir_node_new();
        if (!nodes[i]) {
            fputs("bench: no memory\n", stderr);
            exit(1);
        }
        nodes[i]->position = coir_vec2(bench_x(i), (float)(i % 600));
    }
    return nodes;
}

void bench_destroy_nodes(CoirNode **nodes, int n)
{
    for (int i = 0; i < n; i++)
        coir_node_destroy(nodes[i]);
    coir_nodes_sweep();
    free(nodes);
}

CoirTexture *bench_texture(int size, int number)
{
    uint8_t *pixels = bench_alloc((size_t)(size * size), 4);
    for (int i = 0; i < size * size * 4; i++)
        pixels[i] = (uint8_t)(i * (2 * number + 3));
    CoirTexture *texture = coir_texture_from_pixels(size, size, pixels);
    free(pixels);
    if (!texture) {
        fputs("bench: no memory\n", stderr);
        exit(1);
    }
    return texture;
}
