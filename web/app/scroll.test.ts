import { expect, test } from 'vitest'
import { scrollPosition } from './scroll.ts'

test('RT-17 the page reaches its place in 200 ms and never overshoots', () => {
  expect(scrollPosition(800, 0, 0)).toBe(800)
  expect(scrollPosition(800, 0, 200)).toBe(0)
  expect(scrollPosition(800, 0, 1000)).toBe(0)
  const way = [0, 50, 100, 150, 200].map((ms) => scrollPosition(800, 0, ms))
  expect(way).toEqual([...way].sort((a, b) => b - a))
})
