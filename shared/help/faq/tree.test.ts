import { expect, test } from 'vitest'
import { arrangementFault, inReadingOrder, nest, type Placed, pathsOf, tidy } from './tree.ts'

const at = (id: number, parent_id: number | null, sort: number, alias = `a${id}`): Placed => ({
  id,
  parent_id,
  sort,
  alias,
})
const before = (articles: Placed[]) => new Map(articles.map((article) => [article.id, article]))

test('SC-06 articles form a sorted tree and are read from top to bottom', () => {
  const tree = nest([at(1, null, 1), at(2, null, 0), at(3, 1, 1), at(4, 1, 0), at(5, 4, 0)])
  expect(tree.map(({ id }) => id)).toEqual([2, 1])
  expect(inReadingOrder(tree).map(({ id }) => id)).toEqual([2, 1, 4, 5, 3])
})

test('RT-09 the path of an article consists of its parents’ aliases and its own', () => {
  const paths = pathsOf([at(1, null, 0), at(2, 1, 0), at(3, 2, 0)])
  expect(paths.get(3)?.path).toBe('a1/a2/a3')
  expect(paths.get(3)?.parents.map(({ id }) => id)).toEqual([1, 2])
})

test('a circle, a missing parent and a fifth level are refused', () => {
  expect(arrangementFault([at(1, null, 0), at(2, 1, 0)])).toBeNull()
  expect(arrangementFault([at(1, 2, 0), at(2, 1, 0)])).toBe('torn')
  expect(arrangementFault([at(1, 1, 0)])).toBe('torn')
  expect(arrangementFault([at(1, 9, 0)])).toBe('torn')
  expect(arrangementFault([at(1, null, 0), at(2, 1, 0), at(3, 2, 0), at(4, 3, 0)])).toBeNull()
  expect(arrangementFault([at(1, null, 0), at(2, 1, 0), at(3, 2, 0), at(4, 3, 0), at(5, 4, 0)])).toBe('too_deep')
})

test('when two siblings have the same alias, the older sibling keeps it', () => {
  const old = [at(1, null, 0, 'a'), at(2, 1, 0, 'b'), at(3, null, 1, 'b')]
  const moved = old.map((article) => (article.id === 2 ? { ...article, parent_id: null, sort: 0.5 } : article))
  expect(tidy(moved, before(old))).toEqual([at(1, null, 0, 'a'), at(2, null, 1, 'b-2'), at(3, null, 2, 'b')])
})
