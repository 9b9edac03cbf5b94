import { expect, test } from 'vitest'
import { actInWords } from './act-in-words.ts'

const titles = new Map([['essay', 'эссе о деле']])

test.each([
  ['season_edited', null, 'Конкурс изменён'],
  ['stage_edited', 'essay', 'Эссе о деле: правки сохранены'],
  ['stage_edited', 'gone', 'Gone: правки сохранены'],
  ['never_heard_of', null, 'Never_heard_of'],
])('the act %s at the stage %s is shown as “%s”, with a capital letter', (action, stage, sentence) => {
  expect(actInWords({ action, stage }, titles)).toBe(sentence)
})
