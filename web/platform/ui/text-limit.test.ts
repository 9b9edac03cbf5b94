import { expect, test } from 'vitest'
import { textLimit } from './text-limit.ts'

const noun = ['слово', 'слова', 'слов'] as const
const words = (count: number, min: number, max: number) => textLimit({ count, min, max, noun })

test('KP-05 a count says how much is missing, how much may be written and how much is too much', () => {
  expect(words(0, 200, 600).words).toBe('0 слов, нужно ещё 200')
  expect(words(201, 200, 600).words).toBe('201 слово из 600')
  expect(words(612, 200, 600).words).toBe('612 слов: сократите на 12')
  expect(words(3, 0, 0).words).toBe('3 слова')
  expect(words(1234, 0, 6000).words.replace(/\s/g, ' ')).toBe('1 234 слова из 6 000')
})

test('KP-05 it is spoken only near the upper limit and past it', () => {
  expect([540, 541, 601].map((count) => words(count, 200, 600).near)).toEqual([false, true, true])
  expect([600, 601].map((count) => words(count, 200, 600).over)).toEqual([false, true])
  expect(words(100_000, 10, 0)).toMatchObject({ near: false, over: false })
})
