import { expect, test } from 'vitest'
import { draftFrom, draftOf, keptDraft, sameWords, withTitle } from './article-draft.ts'

test('the address of a new article follows its title until somebody writes one', () => {
  const begun = withTitle(draftOf(null), 'Сроки')
  expect(begun.alias).toBe('sroki')
  expect(withTitle(begun, 'Сроки этапов').alias).toBe('sroki-etapov')
  expect(withTitle({ ...begun, alias: 'kogda' }, 'Сроки этапов').alias).toBe('kogda')
  expect(withTitle({ ...begun, version: 3 }, 'Сроки этапов').alias).toBe('sroki')
})

test('an answer of the support becomes paragraphs, and nothing in it is markup', () => {
  expect(draftFrom('Обновите страницу.\nПотом войдите.\n\n\nЕсли <b>нет</b> & снова — пишите.')).toMatchObject({
    title: '',
    text: '<p>Обновите страницу.<br>Потом войдите.</p><p>Если &lt;b&gt;нет&lt;/b&gt; &amp; снова — пишите.</p>',
  })
})

test('a kept draft comes back only when it differs from the article', () => {
  expect(keptDraft({}, null)).toBeNull()
  expect(keptDraft({ ...draftOf(null) }, null)).toBeNull()
  expect(keptDraft({ ...draftOf(null), text: '<p>Начато</p>' }, null)?.text).toBe('<p>Начато</p>')
  expect(sameWords(draftOf(null), { ...draftOf(null), version: 7 })).toBe(true)
})
