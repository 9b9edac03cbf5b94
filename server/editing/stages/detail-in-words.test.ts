import { expect, test } from 'vitest'
import { newRule } from '#shared/review/cutoffs/rule.ts'
import { changesIn } from './detail-in-words.ts'

test('R-88 a changed rule is told field by field, as it was and as it is', () => {
  const before = { title: 'Сто лучших', ...newRule('essay') }
  const after = { ...before, title: 'Двести лучших', places: 200, ties: 'in' as const }
  expect(changesIn({ competition: 'main', before, after, letters_changed: true })).toEqual([
    { field: 'title', title: 'Заголовок', before: 'Сто лучших', after: 'Двести лучших' },
    { field: 'places', title: 'Мест', before: '0', after: '200' },
    { field: 'ties', title: 'Равные на черте', before: 'решить позже', after: 'проходят все' },
    { field: 'letters_changed', title: 'Тексты писем изменены', after: 'да' },
  ])
})

test('R-88 moments are in the words of the pages, codes of organisers are words, and lists are counted', () => {
  const changes = [{ field: 'closes_at', title: 'Срок', before: '2026-12-05 23:59:59', after: '2027-03-01 12:00:00' }]
  expect(
    changesIn({ changes, attempts: [1, 2], minutes: 5, uses: 1, until: '2040-01-01 12:00:00', personal: false }),
  ).toEqual([
    { field: 'closes_at', title: 'Срок', before: '05.12.2026 23:59', after: '01.03.2027 12:00' },
    { field: 'attempts', title: 'Попыток', after: '2' },
    { field: 'minutes', title: 'Минут', after: '5' },
    { field: 'uses', title: 'Сколько раз', after: '1' },
    { field: 'until', title: 'До', after: '01.01.2040 12:00' },
  ])
})
