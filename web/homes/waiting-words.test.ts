import { expect, test } from 'vitest'
import { waitingWords } from './waiting-words.ts'

const nothing = { support: null, season: null, desk: null, help: null }

test('an editor is waited for by questions without an answer, an organiser by all that his rights show', () => {
  const help = { articles: 7, hidden: 0, misses: 1 }
  expect(waitingWords([{ ...nothing, help }, nothing])).toBe('Вас ждут: 1 вопрос без ответа в помощи.')
})

test('what waits in several competitions is added up; where nothing does, that is said', () => {
  const support = { open: 2, oldest: null }
  const desk = { waits: 21, appeals: 2 }
  expect(
    waitingWords([
      { ...nothing, support, desk },
      { ...nothing, support },
    ]),
  ).toBe('Вас ждут: 4 обращения, 21 работа и 2 апелляции.')
  expect(waitingWords([nothing])).toBe('Сейчас вас ничего не ждёт.')
})
