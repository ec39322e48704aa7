// Trees as rows with a parent id.

export interface Node {
  id: string;
  parent_id: string | null;
}

/** From the root to the node itself. A missing parent ends the path, and so does a cycle. */
export function pathOf<N extends Node>(nodes: ReadonlyMap<string, N>, id: string): readonly N[] {
  const path: N[] = [];
  let node = nodes.get(id);
  while (node && !path.includes(node)) {
    path.unshift(node);
    node = node.parent_id ? nodes.get(node.parent_id) : undefined;
  }
  return path;
}

/** Whether `id` is `top` or a descendant of it; such a node cannot become its parent. */
export function isWithin(nodes: ReadonlyMap<string, Node>, id: string, top: string): boolean {
  return pathOf(nodes, id).some((node) => node.id === top);
}
