import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstSquare, fromPercent, resized, toPercent, withinPicture } from './crop-square.ts'

const sides = fc.integer({ min: 500, max: 8000 })
const square = fc.record({
  x: fc.integer({ min: -9000, max: 9000 }),
  y: fc.integer({ min: -9000, max: 9000 }),
  side: fc.integer({ min: 0, max: 9000 }),
})

test('VL-11 whatever is dragged, the square lies within the picture and is 500 pixels or more', () => {
  fc.assert(
    fc.property(sides, sides, square, fc.integer({ min: 0, max: 9000 }), (width, height, wished, side) => {
      const picture = { width, height }
      for (const kept of [withinPicture(wished, picture, 500), resized(wished, side, picture, 500)]) {
        expect(kept.side).toBeGreaterThanOrEqual(500)
        expect(Math.min(kept.x, kept.y)).toBeGreaterThanOrEqual(0)
        expect(kept.x + kept.side).toBeLessThanOrEqual(width)
        expect(kept.y + kept.side).toBeLessThanOrEqual(height)
      }
    }),
  )
})

test('the first square is as large as the picture allows and higher than the middle of a tall one', () => {
  expect(firstSquare({ width: 900, height: 600 })).toEqual({ x: 150, y: 0, side: 600 })
  expect(firstSquare({ width: 600, height: 1200 })).toEqual({ x: 0, y: 200, side: 600 })
})

test('percents of the picture and back give the same square', () => {
  const picture = { width: 1234, height: 987 }
  const kept = { x: 17, y: 203, side: 610 }
  expect(withinPicture(fromPercent(toPercent(kept, picture), picture), picture, 500)).toEqual(kept)
})

test('growing keeps the middle where it can', () => {
  expect(resized({ x: 200, y: 200, side: 600 }, 700, { width: 1200, height: 1200 }, 500)).toEqual({
    x: 150,
    y: 150,
    side: 700,
  })
})
