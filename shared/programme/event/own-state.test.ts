import { expect, test } from 'vitest'
import { isOver, type OwnEvent, ownState, type PlaceState } from './own-state.ts'

const start = '2026-11-21T12:00:00+03:00'
const at = (time: string) => new Date(`2026-11-${time}+03:00`)
const own = (state: PlaceState, more: Partial<OwnEvent> = {}): OwnEvent => ({
  ...{ cancelled: null, since: null, by: 'attendance', decided: false, noShowHours: 24 },
  place: {
    state,
    starts_at: start,
    minutes: 60,
    until: state === 'held' || state === 'offered' ? '2026-11-20T12:05:00+03:00' : null,
  },
  ...more,
})
const status = (of: OwnEvent, time: string) => ownState(of, at(time))?.status ?? null

test.each<[PlaceState, string, string | null]>([
  ['held', '20T12:04:59', 'in_progress'],
  ['held', '20T12:05:00', null],
  ['offered', '20T12:04:59', 'in_progress'],
  ['offered', '20T12:05:00', null],
  ['waiting', '20T12:00:00', 'wait'],
  ['waiting', '21T12:00:00', null],
  ['confirmed', '20T12:00:00', 'success'],
  ['confirmed', '21T12:59:59', 'success'],
  ['confirmed', '21T13:00:00', 'processing'],
  ['confirmed', '22T12:59:59', 'processing'],
  ['confirmed', '22T13:00:00', 'not_allowed'],
  ['attended', '22T13:00:00', 'success'],
  ['no_show', '21T13:00:00', 'not_allowed'],
])('a place in the state %s at %s of an event with attendance has the status %s', (state, time, expected) => {
  expect(status(own(state), time)).toBe(expected)
})

test('a booking is final when booking is enough; when people must come, the mark at the door is final', () => {
  expect(
    ['confirmed', 'no_show'].map((state) => status(own(state as PlaceState, { by: 'booking' }), '25T12:00:00')),
  ).toEqual(['success', 'success'])
  expect(isOver(own('confirmed', { by: 'booking' }))).toBe(true)
  expect([isOver(own('confirmed')), isOver(own('attended'))]).toEqual([false, true])
})

test('a cancelled event gives its reason; without a booking the dates of the stage decide', () => {
  const cancelled = ownState(own('confirmed', { cancelled: 'прорвало трубу' }), at('20T12:00:00'))
  expect(cancelled).toEqual({
    status: 'wait',
    reason: 'Мероприятие отменено: прорвало трубу. Что дальше, напишут организаторы',
  })
  expect(ownState(own('confirmed', { place: null }), at('20T12:00:00'))).toBeNull()
})

test('the reason of a held or offered place states until when it is kept', () => {
  const said = (state: PlaceState) => ownState(own(state), at('20T12:00:00'))?.reason
  expect([said('held'), said('offered'), said('waiting')]).toEqual([
    'Место на 21.11.2026 12:00 по Москве держим до 20.11.2026 12:05: подтвердите запись',
    'Для вас освободилось место на 21.11.2026 12:00 по Москве. Подтвердите до 20.11.2026 12:05 по Москве',
    'Вы в листе ожидания на 21.11.2026 12:00 по Москве',
  ])
})
