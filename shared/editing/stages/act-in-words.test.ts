import { expect, test } from 'vitest'
import { actInWords } from './act-in-words.ts'

const titles = new Map([['essay', 'эссе о деле']])

test.each([
  ['season_edited', null, 'Конкурс изменён'],
  ['stage_edited', 'essay', 'Эссе о деле: правки сохранены'],
  ['stage_edited', 'gone', 'Gone: правки сохранены'],
  ['never_heard_of', null, 'Другое действие'],
])('the act %s at the stage %s is shown as “%s”, with a capital letter', (action, stage, sentence) => {
  expect(actInWords({ action, stage, summary: null }, titles)).toBe(sentence)
})

test('R-88 an act that is known only by its call is shown with the summary of the call', () => {
  expect(actInWords({ action: 'looked', stage: null, summary: 'Один участник' }, titles)).toBe(
    'Просмотр: Один участник',
  )
  expect(actInWords({ action: 'acted', stage: 'essay', summary: 'Сохранить правки' }, titles)).toBe(
    'Эссе о деле: действие: Сохранить правки',
  )
})
