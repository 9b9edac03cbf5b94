import { expect, test } from 'vitest'
import { typedTime } from './typed-time.ts'

test('a time typed without a colon gets one, and the colon can be deleted', () => {
  expect(typedTime('09', '0')).toBe('09')
  expect(typedTime('090', '09')).toBe('09:0')
  expect(typedTime('09:00', '09:0')).toBe('09:00')
  expect(typedTime('100', '10:0')).toBe('100')
})

test('a pasted time loses the spaces and words around it, and none of its digits', () => {
  expect(typedTime('  10:30 ', '')).toBe('10:30')
  expect(typedTime('в 10:30', '18:00')).toBe('10:30')
  expect(typedTime('10:30–12:00', '')).toBe('10:30')
  expect(typedTime('9:30–11:00', '18:00')).toBe('9:30')
  expect(typedTime('1030', '')).toBe('10:30')
})
