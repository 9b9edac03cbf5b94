import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesOnly, lineDiff } from './line-diff.ts'
import { rulesSections } from './rules-text.ts'

test('SK-02 the table of contents is made of the lines that begin with «## »', () => {
  expect(rulesSections('Вступление.\n\n## Кто участвует\nГраждане.\nС 18 лет.\n\n- раз\n- два\n\n## Сроки\n')).toEqual([
    { id: null, title: '', blocks: [{ kind: 'paragraph', text: 'Вступление.' }] },
    {
      id: 'rules-1',
      title: 'Кто участвует',
      blocks: [
        { kind: 'paragraph', text: 'Граждане.' },
        { kind: 'paragraph', text: 'С 18 лет.' },
        { kind: 'list', items: ['раз', 'два'] },
      ],
    },
    { id: 'rules-2', title: 'Сроки', blocks: [] },
  ])
})

test('SK-02 «что изменилось» names the removed and the added lines', () => {
  expect(lineDiff('## Сроки\nДо 1 мая.\nПо Москве.', '## Сроки\nДо 9 мая.\nПо Москве.\nБез продления.')).toEqual([
    { change: 'same', text: '## Сроки' },
    { change: 'removed', text: 'До 1 мая.' },
    { change: 'added', text: 'До 9 мая.' },
    { change: 'same', text: 'По Москве.' },
    { change: 'added', text: 'Без продления.' },
  ])
})

test('SK-02 far from a change the unchanged lines are only counted', () => {
  const before = ['а', 'б', 'в', 'г', 'д'].join('\n')
  expect(changesOnly(lineDiff(before, `${before}\nе`))).toEqual([
    { change: 'skipped', count: 4 },
    { change: 'same', text: 'д' },
    { change: 'added', text: 'е' },
  ])
})

test('SK-02 both texts can be read back from their difference, whatever they are', () => {
  const text = fc.array(fc.constantFrom('а', 'б', 'в', 'г'), { maxLength: 12 })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = lineDiff(before.join('\n'), after.join('\n'))
      const without = (change: string) => lines.filter((line) => line.change !== change).map((line) => line.text)
      expect(without('added')).toEqual(before)
      expect(without('removed')).toEqual(after)
    }),
  )
})
