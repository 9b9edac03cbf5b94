import { expect, test } from 'vitest'
import { unseenTexts } from '#shared/testing/unseen-texts.ts'
import { oneLine } from './one-line.ts'

test('R-90 a text of one line loses breaks, directions and all that shows nothing, and keeps every emoji and letter', () => {
  expect(unseenTexts.length).toBeGreaterThanOrEqual(40)
  expect(unseenTexts.map(([written]) => oneLine(written))).toEqual(unseenTexts.map(([, kept]) => kept))
})

test('R-90 bringing a text to one line twice changes nothing more', () => {
  for (const [written] of unseenTexts) expect(oneLine(oneLine(written))).toBe(oneLine(written))
})

test('R-90 a letter keeps a few marks of many', () => {
  expect(oneLine(`Й${'\u0301'.repeat(40)}ва`)).toBe(`Й${'\u0301'.repeat(4)}ва`)
  expect(oneLine('Вьє\u0302\u0323т')).toBe('Вьє\u0302\u0323т')
})

test('NUL stays, so that it is refused', () => expect(oneLine('a\u0000b')).toBe('a\u0000b'))
