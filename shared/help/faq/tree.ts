import { groupBy } from '#shared/platform/lists/group-by.ts'
import { freeAlias } from '#shared/platform/text/alias.ts'
import { maxHelpDepth } from './limits.ts'

/** The place of an article in the tree. */
export interface Placed {
  id: number
  parent_id: number | null
  alias: string
  sort: number
}

export type Nested<A> = A & { children: Nested<A>[] }

/** Builds the tree, each level sorted. Articles whose parent does not exist are left out with everything below them. */
export function nest<A extends Omit<Placed, 'alias'>>(articles: readonly A[]): Nested<A>[] {
  const below = groupBy(articles, ({ parent_id }) => parent_id)
  const grow = (parent: number | null): Nested<A>[] =>
    (below.get(parent) ?? [])
      .toSorted((one, other) => one.sort - other.sort || one.id - other.id)
      .map((article) => ({ ...article, children: grow(article.id) }))
  return grow(null)
}

/** All articles of the tree in reading order: each is followed by its children. */
export const inReadingOrder = <A>(tree: readonly Nested<A>[]): Nested<A>[] =>
  tree.flatMap((article) => [article, ...inReadingOrder(article.children)])

/** The path of every article and its parents, the topmost first. */
export function pathsOf<A extends Placed>(articles: readonly A[]): Map<number, { path: string; parents: A[] }> {
  const found = new Map<number, { path: string; parents: A[] }>()
  const walk = (nodes: Nested<A>[], parents: A[]) => {
    for (const node of nodes) {
      found.set(node.id, { path: [...parents, node].map(({ alias }) => alias).join('/'), parents })
      walk(node.children, [...parents, node])
    }
  }
  walk(nest(articles), [])
  return found
}

/** Why this arrangement is not allowed, or null. A circle or a missing parent leaves some articles out of the tree. */
export function arrangementFault(articles: readonly Placed[]): 'torn' | 'too_deep' | null {
  const paths = pathsOf(articles)
  if (paths.size !== articles.length) return 'torn'
  return [...paths.values()].some(({ parents }) => parents.length >= maxHelpDepth) ? 'too_deep' : null
}

/**
 * Numbers siblings from 0 in their order. When two siblings have the same alias, the one that has just moved there gets
 * another.
 */
export function tidy<A extends Placed>(articles: readonly A[], before: ReadonlyMap<number, Placed>): A[] {
  return [...groupBy(articles, ({ parent_id }) => parent_id).values()].flatMap((siblings) => {
    const stayed = (article: A) => {
      const old = before.get(article.id)
      return old?.parent_id === article.parent_id && old.alias === article.alias
    }
    const taken = new Set(siblings.filter(stayed).map(({ alias }) => alias))
    return siblings
      .toSorted((one, other) => one.sort - other.sort || one.id - other.id)
      .map((article, sort) => {
        if (stayed(article)) return { ...article, sort }
        const alias = freeAlias(article.alias, taken)
        taken.add(alias)
        return { ...article, sort, alias }
      })
  })
}
