// SPDX-License-Identifier: Zlib
// SPDX-FileCopyrightText: The Coir authors

#include "node/reference.h"

#include <stdio.h>

#include "base/fail.h"
#include "base/pool.h"
#include "base/slots.h"
#include "base/world.h"

bool coir_node_refuse(const CoirNode *node, const char *function)
{
    if (!node)
        return MISSING("%s: the node is NULL", function);
    if (!node->class_)
        return MISTAKE(
            "%s: this is no node any more; it has been destroyed and freed. Keep a CoirNodeRef to nodes that "
            "are not yours.",
            function);
    if (!node->dead_)
        return MISTAKE(
            "%s: the %s made at %s:%d belongs to another world than this thread uses; call coir_world_use first, "
            "with the world in which the node was made",
            function, node->class_->name, node->made_file_, (int)node->made_line_);
    return MISTAKE(
        "%s: the %s made at %s:%d has been destroyed already. Keep a CoirNodeRef to nodes that are not yours.",
        function, node->class_->name, node->made_file_, node->made_line_);
}

bool coir_reference_add(CoirWorld *world, CoirNode *node)
{
    CoirSlotId slot = coir_slots_add(&world->nodes, node);
    node->ref_ = (CoirNodeRef){slot.index, slot.generation};
    return slot.generation != 0;
}

void coir_reference_remove(const CoirNode *node)
{
    coir_slots_remove(&coir_world()->nodes, (CoirSlotId){node->ref_.index, node->ref_.generation});
}

void coir_references_trim(void)
{
    coir_slots_trim(&coir_world()->nodes);
}

CoirNodeRef coir_node_ref(const CoirNode *node)
{
    return node && node->class_ && !node->dead_ ? node->ref_ : (CoirNodeRef){0, 0};
}

CoirNode *coir_node_get(CoirNodeRef ref)
{
    return coir_slots_get(&coir_world()->nodes, (CoirSlotId){ref.index, ref.generation});
}

CoirNode *coir_node_at(const void *address)
{
    return coir_pools_find(address); // findable pools contain nodes only
}

int coir_nodes_count(void)
{
    return coir_world()->nodes.count;
}

static int count_below(const CoirNode *node)
{
    int count = 0;
    for (const CoirNode *child = node->first_; child; child = child->next_)
        count += 1 + count_below(child);
    return count;
}

static void report_root(const CoirNode *root)
{
    char below[40] = "";
    int count = count_below(root);
    if (count > 0)
        snprintf(below, sizeof below, ", and %d below it", count);
    coir_log(COIR_LOG_WARNING, "a %s made at %s:%d was never destroyed%s%s%s", root->class_->name, root->made_file_,
             (int)root->made_line_, below, root->name ? "; its name is " : "", root->name ? root->name : "");
}

int coir_nodes_report(void)
{
    const CoirSlots *nodes = &coir_world()->nodes;
    for (int i = 0; i < nodes->used; i++) {
        const CoirNode *node = nodes->slots[i].item;
        if (node && !node->parent_ && node->made_line_ > 0)
            report_root(node);
    }
    return nodes->count;
}
