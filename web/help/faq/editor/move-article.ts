import { maxHelpDepth } from '#shared/help/faq/limits.ts'
import type { Nested } from '#shared/help/faq/tree.ts'

type Node = Nested<{ id: number }>
type Side = 'before' | 'after' | 'on'
export type Step = 'up' | 'down' | 'in' | 'out'

const depth = <N extends Node>(nodes: readonly N[]): number =>
  nodes.length === 0 ? 0 : 1 + Math.max(...nodes.map(({ children }) => depth(children as N[])))

/** The tree without one article, and that article with its children. */
function taken<N extends Node>(nodes: readonly N[], id: number): { rest: N[]; one: N | null } {
  let one: N | null = nodes.find((node) => node.id === id) ?? null
  if (one) return { rest: nodes.filter((node) => node.id !== id), one }
  const rest = nodes.map((node) => {
    const below = taken(node.children as N[], id)
    one ??= below.one
    return { ...node, children: below.rest }
  })
  return { rest, one }
}

function put<N extends Node>(nodes: readonly N[], one: N, target: number, side: Side): N[] {
  return nodes.flatMap((node) => {
    if (node.id !== target) return [{ ...node, children: put(node.children as N[], one, target, side) }]
    if (side === 'on') return [{ ...node, children: [...node.children, one] }]
    return side === 'before' ? [one, node] : [node, one]
  })
}

/** Moves an article before, after or into another; null when that is not allowed: into itself, or too deep. */
export function moveBeside<N extends Node>(tree: readonly N[], id: number, target: number, side: Side): N[] | null {
  const { rest, one } = taken(tree, id)
  if (!one || id === target || holds([one], target)) return null
  const moved = put(rest, one, target, side)
  return depth(moved) > maxHelpDepth ? null : moved
}

const holds = <N extends Node>(nodes: readonly N[], id: number): boolean =>
  nodes.some((node) => node.id === id || holds(node.children as N[], id))

/** Moves an article by one step, without dragging: among its siblings, into the one above, or out of its parent. */
export function moveStep<N extends Node>(tree: readonly N[], id: number, step: Step): N[] | null {
  const place = placeOf(tree, id, null)
  if (!place) return null
  const { siblings, at, parent } = place
  const above = siblings[at - 1]
  const below = siblings[at + 1]
  if (step === 'up') return above ? moveBeside(tree, id, above.id, 'before') : null
  if (step === 'down') return below ? moveBeside(tree, id, below.id, 'after') : null
  if (step === 'in') return above ? moveBeside(tree, id, above.id, 'on') : null
  return parent === null ? null : moveBeside(tree, id, parent, 'after')
}

function placeOf<N extends Node>(
  nodes: readonly N[],
  id: number,
  parent: number | null,
): { siblings: readonly N[]; at: number; parent: number | null } | null {
  const at = nodes.findIndex((node) => node.id === id)
  if (at >= 0) return { siblings: nodes, at, parent }
  for (const node of nodes) {
    const found = placeOf(node.children as N[], id, node.id)
    if (found) return found
  }
  return null
}

/** Every article with its parent and its position, as the server expects it. */
export const placesIn = <N extends Node>(
  nodes: readonly N[],
  parent: number | null = null,
): { id: number; parent_id: number | null; sort: number }[] =>
  nodes.flatMap(({ id, children }, sort) => [{ id, parent_id: parent, sort }, ...placesIn(children as N[], id)])
