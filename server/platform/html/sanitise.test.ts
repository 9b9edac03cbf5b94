import { expect, test } from 'vitest'
import { honestHtml, hostileHtml } from '#server/testing/hostile-html.ts'
import { allowedAttributes, allowedTags } from '#shared/platform/html/allow-list.ts'
import { isSafeLink, isSafePicture } from '#shared/platform/html/safe-address.ts'
import { sanitise, textOf } from './sanitise.ts'

/** Every tag of cleaned HTML with its attributes. The sanitiser quotes all values and writes no «<» in them. */
function tagsOf(html: string) {
  return [...html.matchAll(/<(\/?)([^\s/>]*)([^>]*)>/g)].map(([, , tag = '', rest = '']) => ({
    tag,
    attributes: [...rest.matchAll(/([^\s=/]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => ({ name, value })),
  }))
}

test('R-35 cleaned HTML has only allowed tags, attributes and addresses, whatever was sent', () => {
  expect(hostileHtml.length).toBeGreaterThan(60)
  const wrong: string[] = []
  for (const hostile of hostileHtml) {
    for (const { tag, attributes } of tagsOf(sanitise(hostile))) {
      if (!(allowedTags as readonly string[]).includes(tag)) wrong.push(`${hostile} → <${tag}>`)
      for (const { name, value } of attributes) {
        const known = allowedAttributes[tag]?.includes(name)
        const safe = name === 'href' ? isSafeLink(value) : name === 'src' ? isSafePicture(value) : true
        if (!known || !safe) wrong.push(`${hostile} → ${tag} ${name}="${value}"`)
      }
    }
  }
  expect(wrong).toEqual([])
})

test('R-35 what an editor writes stays complete, and cleaning it again changes nothing', () => {
  expect(sanitise(honestHtml)).toBe(honestHtml)
  for (const hostile of hostileHtml) expect(sanitise(sanitise(hostile))).toBe(sanitise(hostile))
})

test('R-35 an external link gives the other page no access to ours', () => {
  expect(sanitise('<a href="https://a.ru" rel="opener" target="_blank">а</a>')).toBe(
    '<a href="https://a.ru" rel="noopener">а</a>',
  )
  expect(sanitise('<a href="/faq" rel="opener">а</a>')).toBe('<a href="/faq">а</a>')
})

test('R-80 a picture of another site becomes a link, so that reading a page tells no other site who reads it', () => {
  expect(sanitise('<p><img src="https://a.ru/b.png" alt="Карта зала"><img src="https://a.ru/c.png"></p>')).toBe(
    '<p><a href="https://a.ru/b.png" rel="noopener">Карта зала</a><a href="https://a.ru/c.png" rel="noopener">Картинка на другом сайте</a></p>',
  )
})

test('the text of HTML has spaces between blocks, and no markup or entities', () => {
  expect(
    textOf('<h2>Срок</h2><p>до&nbsp;1&nbsp;мая &lt;всё&gt; &amp; точно</p><ul><li>раз</li><li>два</li></ul>'),
  ).toBe('Срок до 1 мая <всё> & точно раз два')
  expect(textOf('<p>слово<strong>с</strong>ило</p><script>ran()</script>')).toBe('словосило')
})
