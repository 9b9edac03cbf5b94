import { expect, test } from 'vitest'
import { isExternal, isSafeLink, isSafePicture } from './safe-address.ts'

test('R-35 a link is https or within the portal', () => {
  const good = ['https://example.ru/a?b#c', 'HTTPS://example.ru', '/ru_season_5/faq', '#срок', '?page=2', 'faq/a:b', '']
  expect(good.filter((address) => !isSafeLink(address))).toEqual([])
  const bad = [
    ...['http://example.ru', 'javascript:alert(1)', ' JaVaScRiPt:alert(1)', 'java\tscript:alert(1)', 'java\nscript:x'],
    ...[
      '\u0001javascript:x',
      'vbscript:x',
      'data:text/html,x',
      'data:image/png;base64,AA==',
      '//evil.ru',
      '/\\evil.ru',
    ],
    ...[
      '\\\\evil.ru',
      'https:evil.ru',
      'https:///evil.ru',
      'https://',
      'blob:https://a/b',
      'mailto:a@b.ru',
      'file:///etc',
    ],
  ]
  expect(bad.filter(isSafeLink)).toEqual([])
})

test('R-35 R-80 a picture is within the portal, or a raster picture in a data URL, never a document', () => {
  const good = ['data:image/png;base64,iVBORw0KGgo=', 'data:image/webp;base64,AAAA', '/view/a']
  expect(good.filter((address) => !isSafePicture(address))).toEqual([])
  const bad = [
    ...['data:image/svg+xml;base64,AAAA', 'data:text/html;base64,AAAA', 'data:image/png,<script>', 'http://a.ru/b.png'],
    ...['data:image/png;charset=x;base64,AAAA', '', ' ', 'javascript:x', 'https://a.ru/b.png', '//a.ru/b.png'],
  ]
  expect(bad.filter(isSafePicture)).toEqual([])
})

test('R-35 only an address with a host leaves the portal', () => {
  expect(['https://a.ru', ' https://a.ru '].every(isExternal)).toBe(true)
  expect(['/a', '#a', 'a', 'https:a'].some(isExternal)).toBe(false)
})
