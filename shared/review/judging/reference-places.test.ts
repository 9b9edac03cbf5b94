import fc from 'fast-check'
import { expect, test } from 'vitest'
import { referencePlaces, referencesIn } from './reference-places.ts'

test('a tenth to a fifth of five works or more are references; fewer works have none', () => {
  expect([1, 4, 5, 8, 10, 20].map((given) => referencesIn({ given, reference_share: 15 }))).toEqual([0, 0, 1, 1, 2, 3])
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 50 }), fc.integer({ min: 10, max: 20 }), (given, reference_share) => {
      const share = referencesIn({ given, reference_share }) / given
      expect(share).toBeGreaterThanOrEqual(0.1)
      expect(share).toBeLessThanOrEqual(0.2)
    }),
  )
})

test('different people have their reference works at different places, spread over all works', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 50 }), fc.integer({ min: 1, max: 1_000_000 }), (given, seed) => {
      const places = referencePlaces({ given, reference_share: 20 }, seed)
      expect(new Set(places).size).toBe(referencesIn({ given, reference_share: 20 }))
      for (const place of places) expect(place >= 1 && place <= given).toBe(true)
      expect(referencePlaces({ given, reference_share: 20 }, seed)).toEqual(places)
    }),
  )
  const first = Array.from(
    { length: 200 },
    (_none, seed) => referencePlaces({ given: 8, reference_share: 15 }, seed)[0],
  )
  expect(new Set(first).size).toBe(8)
})
