import { expect, test } from 'vitest'
import { waitingWords } from './waiting-words.ts'

const nothing = { support: null, season: null, desk: null, help: null }

test('questions without an answer wait for an editor, everything in their rights waits for an organiser', () => {
  const help = { articles: 7, hidden: 0, misses: 1 }
  expect(waitingWords([{ ...nothing, help }, nothing])).toBe('Вас ждут: 1 вопрос без ответа в помощи.')
})

test('the numbers of several competitions are added up; when nothing waits, the sentence says so', () => {
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
