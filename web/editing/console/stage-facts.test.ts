import { expect, test } from 'vitest'
import { datesInWords, entryInWords, stateOf } from './stage-facts.ts'

const now = Date.parse('2026-12-10T12:00:00+03:00')
const stage = (answer: Record<string, unknown>, more = {}) => ({
  published: true,
  gate: null,
  gate_words: [],
  answer,
  ...more,
})
const past = '2026-12-01 10:00'
const ahead = '2026-12-12 12:00'

test('the state of a stage is shown as of this moment', () => {
  const words = (answer: Record<string, unknown>, more = {}) => stateOf(stage(answer, more), now).words
  expect(words({})).toBe('Идёт')
  expect(words({ stage_opens_at: past, stage_closes_at: ahead })).toBe('Идёт')
  expect(words({ stage_opens_at: ahead })).toBe('Ещё не открыт')
  expect(words({ stage_closes_at: past })).toBe('Завершён')
  expect(words({ stage_opens_at: past }, { published: false })).toBe('Скрыт')
})

test('the dates are a sentence with what is left until the next one', () => {
  const words = (answer: Record<string, unknown>) => datesInWords(stage(answer), now).replaceAll('\u00a0', ' ')
  expect(words({})).toBe('Открыт без срока')
  expect(words({ stage_opens_at: past, stage_closes_at: ahead })).toBe(
    'С 1 декабря в 10:00 до 12 декабря в 12:00, осталось 2 дня, по московскому времени',
  )
  expect(words({ stage_opens_at: ahead, stage_clock: 'participant' })).toBe(
    'С 12 декабря в 12:00, через 2 дня, по часам региона участника',
  )
  expect(words({ stage_closes_at: past })).toBe('До 1 декабря в 10:00, по московскому времени')
  expect(words({ stage_opens_at: '31.13' })).toBe('Открыт без срока')
})

test('the conditions of entry read as sentences with the titles of stages and tracks', () => {
  const titles = new Map([
    ['form', 'Анкета'],
    ['city', 'Город'],
  ])
  const gates = { gate_words: ['Этап открыт для финалистов'] }
  expect(entryInWords(stage({ stage_requires: ['form', 'gone'], stage_tracks: ['city'] }, gates), titles)).toEqual([
    'Только треки: Город',
    'Сначала пройти: Анкета, gone',
    'Этап открыт для финалистов',
  ])
  const choice = { any: [{ past_finalist: true }, { team: 'member' }] }
  const either = stage({}, { gate: choice, gate_words: ['Этап открыт для финалистов', 'Этап открыт для команд'] })
  expect(entryInWords(either, titles)).toEqual(['Этап открыт для финалистов, или: Этап открыт для команд'])
  expect(entryInWords(stage({}), titles)).toEqual([])
})
