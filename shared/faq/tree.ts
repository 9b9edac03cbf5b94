import { groupBy } from '#shared/lists/group-by.ts'
import { freeAlias } from './alias.ts'
import { deepestHelp } from './limits.ts'

/** Where an article stands. */
export interface Placed {
  id: number
  parent_id: number | null
  alias: string
  sort: number
}

export type Nested<A> = A & { children: Nested<A>[] }

/** The articles as a tree, each level in its order. What names an unknown parent is left out with all that it holds. */
export function nest<A extends Omit<Placed, 'alias'>>(articles: readonly A[]): Nested<A>[] {
  const below = groupBy(articles, ({ parent_id }) => parent_id)
  const grow = (parent: number | null): Nested<A>[] =>
    (below.get(parent) ?? [])
      .toSorted((one, other) => one.sort - other.sort || one.id - other.id)
      .map((article) => ({ ...article, children: grow(article.id) }))
  return grow(null)
}

/** The articles one after another as they are read: each is followed by what it holds. */
export const inReadingOrder = <A>(tree: readonly Nested<A>[]): Nested<A>[] =>
  tree.flatMap((article) => [article, ...inReadingOrder(article.children)])

/** Every article's place in the tree, with its path and the articles above it, the topmost first. */
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

/** Why the articles cannot stand like this, or null. A circle, or a parent that is not there, leaves some out of the tree. */
export function arrangementFault(articles: readonly Placed[]): 'torn' | 'too_deep' | null {
  const paths = pathsOf(articles)
  if (paths.size !== articles.length) return 'torn'
  return [...paths.values()].some(({ parents }) => parents.length >= deepestHelp) ? 'too_deep' : null
}

/** Siblings numbered from 0 on in their order; of two with one alias the one that came gets another. */
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
