import { expect, test } from 'vitest'
import { differentLines } from './different-lines.ts'

test('SK-03 two texts of a draft are compared answer by answer, and equal answers are left out', () => {
  const line = (label: string, value: string) => ({ section: 'О себе', label, value })
  expect(
    differentLines([line('Город', 'Пермь'), line('Вуз', 'ПГНИУ')], [line('Вуз', 'ПГНИУ'), line('Улица', 'Ленина')]),
  ).toEqual([
    { label: 'О себе: Город', mine: 'Пермь', theirs: '' },
    { label: 'О себе: Улица', mine: '', theirs: 'Ленина' },
  ])
})
