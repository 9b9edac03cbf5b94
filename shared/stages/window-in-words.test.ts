import { expect, test } from 'vitest'
import { parseWire } from '#shared/platform/time/moscow.ts'
import type { WindowFacts, WindowSource } from './window.ts'
import { windowInWords } from './window-in-words.ts'

const at = (text: string) => parseWire(text) as Date
const stage: WindowSource = {
  opensAt: at('2026-12-01 10:00'),
  closesAt: at('2026-12-10 18:00'),
  trackWindows: {},
  clock: 'moscow',
}
const nobody: WindowFacts = {
  track: null,
  region: null,
  groupExtendedUntil: null,
  extendedUntil: null,
  incidentMinutes: 0,
}

test('an unchanged window is explained in one step', () => {
  expect(windowInWords(stage, nobody, null)).toEqual(['По расписанию этапа: с 01.12.2026 10:00 до 10.12.2026 18:00'])
  expect(windowInWords({ ...stage, opensAt: null, closesAt: null }, nobody, null)).toEqual([
    'По расписанию этапа: без срока',
  ])
})

test('each change of the window is a step of its own', () => {
  const source: WindowSource = {
    ...stage,
    clock: 'participant',
    trackWindows: { business: { closesAt: at('2026-12-12 18:00') } },
  }
  const person: WindowFacts = {
    track: 'business',
    region: '4100000000000',
    groupExtendedUntil: at('2026-12-13 12:00'),
    extendedUntil: at('2026-12-14 12:00'),
    incidentMinutes: 40,
  }
  expect(windowInWords(source, person, 'Камчатский край')).toEqual([
    'По расписанию этапа: с 01.12.2026 10:00 до 10.12.2026 18:00',
    'У трека свои даты: с 01.12.2026 10:00 до 12.12.2026 18:00',
    'По местному времени (Камчатский край): с 30.11.2026 23:00 до 12.12.2026 09:00',
    'Группе участников продлено до 13.12.2026 12:00',
    'Лично продлено до 14.12.2026 12:00',
    'За сбои добавлено минут: 40',
  ])
})

test('the step of an extension that ends before another end says that it changes nothing', () => {
  const person = { ...nobody, extendedUntil: at('2026-12-09 18:00') }
  expect(windowInWords(stage, person, null).at(-1)).toBe('Лично продлено до 09.12.2026 18:00, но другой срок позже')
})

test('an extension that ends together with another end changes nothing, and a window with only one limit shows that limit', () => {
  const end = stage.closesAt
  expect(windowInWords(stage, { ...nobody, groupExtendedUntil: end }, null).at(-1)).toBe(
    'Группе участников продлено до 10.12.2026 18:00, раньше срока этапа',
  )
  expect(windowInWords(stage, { ...nobody, extendedUntil: end }, null).at(-1)).toMatch(/, но другой срок позже$/)
  const both = { ...nobody, groupExtendedUntil: at('2026-12-12 18:00'), extendedUntil: at('2026-12-12 18:00') }
  expect(windowInWords(stage, both, null).at(-1)).toMatch(/, но другой срок позже$/)
  expect(windowInWords(stage, { ...nobody, incidentMinutes: 1 }, null).at(-1)).toBe('За сбои добавлено минут: 1')
  expect(windowInWords({ ...stage, opensAt: null }, nobody, null)).toEqual(['По расписанию этапа: до 10.12.2026 18:00'])
  expect(windowInWords({ ...stage, closesAt: null }, nobody, null)).toEqual(['По расписанию этапа: с 01.12.2026 10:00'])
})
