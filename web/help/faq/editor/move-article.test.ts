import { expect, test } from 'vitest'
import type { Nested } from '#shared/help/faq/tree.ts'
import { moveBeside, moveStep, placesIn } from './move-article.ts'

type N = Nested<{ id: number }>
const n = (id: number, ...children: N[]): N => ({ id, children })
const shape = (nodes: readonly N[] | null): unknown =>
  nodes?.map(({ id, children }) => (children.length > 0 ? [id, shape(children)] : id))
const tree = [n(1, n(2), n(3)), n(4), n(5)]

test('SC-06 an article is put before, after or into another, with all that it holds', () => {
  expect(shape(moveBeside(tree, 5, 1, 'before'))).toEqual([5, [1, [2, 3]], 4])
  expect(shape(moveBeside(tree, 1, 5, 'after'))).toEqual([4, 5, [1, [2, 3]]])
  expect(shape(moveBeside(tree, 1, 4, 'on'))).toEqual([[4, [[1, [2, 3]]]], 5])
  expect(shape(moveBeside(tree, 2, 4, 'before'))).toEqual([[1, [3]], 2, 4, 5])
})

test('an article is never put into itself nor deeper than four levels', () => {
  expect(moveBeside(tree, 1, 2, 'on')).toBeNull()
  expect(moveBeside(tree, 1, 1, 'on')).toBeNull()
  const deep = [n(1, n(2, n(3, n(4)))), n(5, n(6))]
  expect(moveBeside(deep, 5, 4, 'before')).toBeNull()
  expect(moveBeside(deep, 6, 4, 'before')).not.toBeNull()
  expect(moveBeside(deep, 6, 4, 'on')).toBeNull()
})

test('step by step an article goes up, down, in and out, and stops at the edges', () => {
  expect(shape(moveStep(tree, 4, 'up'))).toEqual([4, [1, [2, 3]], 5])
  expect(shape(moveStep(tree, 4, 'down'))).toEqual([[1, [2, 3]], 5, 4])
  expect(shape(moveStep(tree, 4, 'in'))).toEqual([[1, [2, 3, 4]], 5])
  expect(shape(moveStep(tree, 2, 'out'))).toEqual([[1, [3]], 2, 4, 5])
  expect([
    moveStep(tree, 1, 'up'),
    moveStep(tree, 5, 'down'),
    moveStep(tree, 1, 'in'),
    moveStep(tree, 1, 'out'),
  ]).toEqual([null, null, null, null])
})

test('places are numbered within each level', () => {
  expect(placesIn(tree)).toEqual([
    { id: 1, parent_id: null, sort: 0 },
    { id: 2, parent_id: 1, sort: 0 },
    { id: 3, parent_id: 1, sort: 1 },
    { id: 4, parent_id: null, sort: 1 },
    { id: 5, parent_id: null, sort: 2 },
  ])
})
