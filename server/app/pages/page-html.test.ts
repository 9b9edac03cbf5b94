import { expect, test } from 'vitest'
import { pageHtml } from './page-html.ts'

const template = '<html><title>x</title><!--start-data--><div id="root"></div></html>'
const data = { config: { note: '</script>$&' }, competitions: null, may_refresh: true }
const parts = { path: '/', data, head: '<title>$1</title>', modules: { scripts: ['a.js'], styles: ['a.css'] } }

test('start data cannot end its block, and nothing in it is used as a replacement pattern', () => {
  const html = pageHtml(template, { ...parts, markup: null })
  expect(html).toContain('\\u003c/script>$&')
  expect(html).toContain('<title>$1</title>')
  expect(html).toContain('<div id="root"></div>')
})

test('a page that the browser renders shows its cover until then, and is not marked as rendered', () => {
  const html = pageHtml(template, { ...parts, markup: null, cover: '<h1>$&</h1>' })
  expect(html).toContain('<div id="root"><h1>$&</h1></div>')
})

test('a rendered page has its markup and the address for which it was rendered', () => {
  const html = pageHtml(template, { ...parts, path: '/a"b', markup: '<p>$&</p>' })
  expect(html).toContain('<div id="root" data-served="/a&quot;b"><p>$&</p></div>')
})
