import { expect, test } from 'vitest'
import { keyFrom, newKey, seal, unseal } from './seal.ts'

const key = newKey()

test('R-53 a sealed value opens in its place', () => {
  expect(unseal(key, seal(key, '4509 123456', 'documents:number:1'), 'documents:number:1').toString()).toBe(
    '4509 123456',
  )
})

test('R-53 a sealed value that was moved, altered or sealed under another key does not open', () => {
  const sealed = seal(key, 'secret', 'documents:number:1')
  expect(() => unseal(key, sealed, 'documents:number:2')).toThrow()
  expect(() => unseal(newKey(), sealed, 'documents:number:1')).toThrow()
  for (const place of [0, 1, 13, sealed.length - 1]) {
    const altered = Buffer.from(sealed)
    altered[place] = (altered[place] ?? 0) ^ 1
    expect(() => unseal(key, altered, 'documents:number:1')).toThrow()
  }
})

test('one value is never sealed to the same bytes, and keys of two purposes differ', () => {
  expect(seal(key, 'a', 'p').equals(seal(key, 'a', 'p'))).toBe(false)
  expect(keyFrom('secret', 'one').equals(keyFrom('secret', 'two'))).toBe(false)
})
