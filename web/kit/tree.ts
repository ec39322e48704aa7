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

/** Each node before its descendants, siblings in this order. Nodes without their parent come last, as they were. */
export function inTreeOrder<N extends { id: string | null; parent_id: string | null }>(
  nodes: readonly N[],
  compare: (a: N, b: N) => number,
): N[] {
  const below = (parent: string | null): N[] =>
    nodes
      .filter(({ id, parent_id }) => id !== null && parent_id === parent)
      .sort(compare)
      .flatMap((node) => [node, ...below(node.id)]);
  const ordered = below(null);
  return [...ordered, ...nodes.filter((node) => !ordered.includes(node))];
}
