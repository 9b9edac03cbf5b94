import { describe, expect, test } from 'vitest'
import {
  acceptsArrival,
  effectiveWindow,
  endIsPersonal,
  endsBetween,
  isOpen,
  judgedAt,
  type WindowFacts,
  type WindowSource,
} from './window.ts'

const moscow = (text: string) => new Date(`${text}+03:00`)
const source: WindowSource = {
  opensAt: moscow('2026-12-01T10:00:00'),
  closesAt: moscow('2026-12-10T18:00:00'),
  trackWindows: {},
  clock: 'moscow',
}
const person: WindowFacts = {
  track: 'state',
  region: null,
  groupExtendedUntil: null,
  extendedUntil: null,
  incidentMinutes: 0,
}

describe('the effective window', () => {
  test('EN-06 a track’s own date overrides the stage’s, and a missing date is the stage’s', () => {
    const trackWindows = { state: { closesAt: moscow('2026-12-15T18:00:00') } }
    expect(effectiveWindow({ ...source, trackWindows }, person)).toEqual({
      opensAt: source.opensAt,
      closesAt: moscow('2026-12-15T18:00:00'),
    })
    expect(effectiveWindow({ ...source, trackWindows }, { ...person, track: 'constructor' })).toEqual({
      opensAt: source.opensAt,
      closesAt: source.closesAt,
    })
  })

  test('EN-06 in the participant’s time zone a stage opens at 08:00 and closes at the same hour on the local clock', () => {
    const vladivostok = effectiveWindow({ ...source, clock: 'participant' }, { ...person, region: '2500000000000' })
    expect(vladivostok.opensAt).toEqual(new Date('2026-12-01T08:00:00+10:00'))
    expect(vladivostok.closesAt).toEqual(new Date('2026-12-10T18:00:00+10:00'))
    const kaliningrad = effectiveWindow({ ...source, clock: 'participant' }, { ...person, region: '39' })
    expect(kaliningrad.opensAt).toEqual(new Date('2026-12-01T08:00:00+02:00'))
    expect(kaliningrad.closesAt).toEqual(new Date('2026-12-10T18:00:00+02:00'))
  })

  test.each([
    '00:30',
    '12:00',
    '23:30',
  ])('EN-06 the local opening is on the day of the opening in Moscow, also when that is at %s', (time) => {
    const opening = { ...source, opensAt: moscow(`2026-12-01T${time}:00`), clock: 'participant' as const }
    const opensIn = (region: string) => effectiveWindow(opening, { ...person, region }).opensAt
    expect(opensIn('41')).toEqual(new Date('2026-12-01T08:00:00+12:00'))
    expect(opensIn('39')).toEqual(new Date('2026-12-01T08:00:00+02:00'))
  })

  test('EN-06 an extension never makes the window shorter, and the latest end applies', () => {
    const earlier = moscow('2026-12-05T18:00:00')
    const later = moscow('2026-12-12T18:00:00')
    expect(effectiveWindow(source, { ...person, extendedUntil: earlier }).closesAt).toEqual(source.closesAt)
    const both = { ...person, groupExtendedUntil: later, extendedUntil: earlier }
    expect(effectiveWindow(source, both).closesAt).toEqual(later)
  })

  test('EN-06 an end is personal only when this person’s own extension moved it', () => {
    const own = moscow('2026-12-12T18:00:00')
    const personal = (more: Partial<WindowFacts>) => endIsPersonal(source, { ...person, ...more })
    expect(personal({ extendedUntil: own })).toBe(true)
    expect(personal({ extendedUntil: own, incidentMinutes: 30 })).toBe(true)
    expect(personal({ extendedUntil: own, groupExtendedUntil: own })).toBe(false)
    expect(personal({ extendedUntil: moscow('2026-12-05T18:00:00') })).toBe(false)
    expect(personal({ groupExtendedUntil: own, incidentMinutes: 30 })).toBe(false)
  })

  test('EN-06 an extension does not give a stage an end', () => {
    const open = { ...source, closesAt: null }
    expect(effectiveWindow(open, { ...person, extendedUntil: new Date(), incidentMinutes: 5 }).closesAt).toBeNull()
  })
})

test('EN-06 a stage is open from the first moment of its window until just before the last', () => {
  const { opensAt, closesAt } = effectiveWindow(source, person)
  const [first, last] = [Number(opensAt), Number(closesAt)]
  const open = [first - 1, first, last - 1, last].map((time) => isOpen({ opensAt, closesAt }, new Date(time)))
  expect(open).toEqual([false, true, true, false])
})

describe('a hand-in on its way', () => {
  const window = { opensAt: source.opensAt, closesAt: moscow('2026-12-10T18:00:00') }

  test('EN-06 a hand-in that arrives within the hidden minute after the end still counts', () => {
    const end = window.closesAt.getTime()
    expect(isOpen(window, new Date(end))).toBe(false)
    expect(acceptsArrival(window, new Date(end + 59_999))).toBe(true)
    expect(acceptsArrival(window, new Date(end + 60_000))).toBe(false)
  })

  test('within the hidden minute the stage is judged at its last moment; earlier and later at the moment of arrival', () => {
    const end = window.closesAt.getTime()
    const judged = (time: number) => judgedAt(window, new Date(time)).getTime() - end
    expect([end - 5, end, end + 59_999, end + 60_000].map(judged)).toEqual([-5, -1, -1, 60_000])
    expect(judgedAt({ opensAt: null, closesAt: null }, new Date(7))).toEqual(new Date(7))
  })

  test('EN-06 a hand-in that arrives before the stage opens does not count', () => {
    const first = Number(window.opensAt)
    expect(acceptsArrival(window, new Date(first - 1))).toBe(false)
    expect(acceptsArrival(window, new Date(first))).toBe(true)
  })
})

test('all ends of a stage are between the first track’s in the easternmost region and the last group’s with minutes given back', () => {
  const at = (text: string) => new Date(`${text}:00+03:00`)
  const dates = { opensAt: null, closesAt: at('2026-11-21T20:00') }
  const trackWindows = { early: { closesAt: at('2026-11-20T20:00') }, other: {} }
  const plain = { ...dates, trackWindows, clock: 'moscow' as const, groupExtensions: [], incidents: [] }
  expect(endsBetween(plain)).toEqual({ first: at('2026-11-20T20:00'), last: at('2026-11-21T20:00') })
  expect(endsBetween({ ...plain, clock: 'participant' })).toEqual({
    first: at('2026-11-20T11:00'),
    last: at('2026-11-21T21:00'),
  })
  const group = { closesAt: at('2026-11-25T20:00') }
  expect(
    endsBetween({ ...plain, groupExtensions: [group], incidents: [{ minutes: 30 }, { minutes: 15 }, { minutes: 0 }] })
      ?.last,
  ).toEqual(at('2026-11-25T20:45'))
  expect(endsBetween({ ...plain, closesAt: null, trackWindows: {} })).toBe(null)
})
