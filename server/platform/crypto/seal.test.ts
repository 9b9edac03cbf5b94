import { expect, test } from 'vitest'
import { keyFrom, newKey, seal, unseal } from './seal.ts'

const key = newKey()

test('R-53 a value can be decrypted where it was stored', () => {
  expect(unseal(key, seal(key, '4509 123456', 'documents:number:1'), 'documents:number:1').toString()).toBe(
    '4509 123456',
  )
})

test('R-53 a value that was moved, altered or encrypted with another key cannot be decrypted', () => {
  const sealed = seal(key, 'secret', 'documents:number:1')
  expect(() => unseal(key, sealed, 'documents:number:2')).toThrow()
  expect(() => unseal(newKey(), sealed, 'documents:number:1')).toThrow()
  for (const place of [0, 1, 13, sealed.length - 1]) {
    const altered = Buffer.from(sealed)
    altered[place] = (altered[place] ?? 0) ^ 1
    expect(() => unseal(key, altered, 'documents:number:1')).toThrow()
  }
})

test('encrypting twice gives different bytes, and each purpose has its own key', () => {
  expect(seal(key, 'a', 'p').equals(seal(key, 'a', 'p'))).toBe(false)
  expect(keyFrom('secret', 'one').equals(keyFrom('secret', 'two'))).toBe(false)
})
