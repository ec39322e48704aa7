// A tree as rows that name their parent. Pure.

export interface Node {
  id: string;
  parent_id: string | null;
}

/** From the top down to the node itself. A parent out of reach ends the path; a circle cannot run for ever. */
export function pathOf<N extends Node>(nodes: ReadonlyMap<string, N>, id: string): readonly N[] {
  const path: N[] = [];
  let node = nodes.get(id);
  while (node && !path.includes(node)) {
    path.unshift(node);
    node = node.parent_id ? nodes.get(node.parent_id) : undefined;
  }
  return path;
}

/** Whether `id` is `top` or stands below it: neither may become its parent. */
export function isWithin(nodes: ReadonlyMap<string, Node>, id: string, top: string): boolean {
  return pathOf(nodes, id).some((node) => node.id === top);
}
