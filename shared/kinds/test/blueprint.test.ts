import { expect, test } from 'vitest'
import { lackingIn, sectionsOf } from './blueprint.ts'
import type { Section } from './contract.ts'

const paper = (topic: string, count: number): Section[] => [
  { title: '', draws: [{ topic, difficulty: null, count, points: 1 }] },
]
const settings = { sections: paper('право', 3), track_sections: { business: paper('право', 5) } }
const tracks = [
  { code: 'business', title: 'Бизнес' },
  { code: 'state', title: 'Государство' },
]

test('a track has its own sections, or the common sections when it has none', () => {
  expect(sectionsOf(settings, 'business')).toEqual(paper('право', 5))
  for (const track of ['state', 'toString', null]) expect(sectionsOf(settings, track)).toEqual(paper('право', 3))
})

test('missing questions of the bank are reported for each track, but not for sections that nobody gets', () => {
  const bank = [{ topic: 'право', difficulty: 1, count: 2 }]
  const common = 'Тема «право»: в вариант входит 3, в банке 2'
  const own = 'Трек «Бизнес». Тема «право»: в вариант входит 5, в банке 2'
  expect(lackingIn(settings, tracks, bank)).toEqual([common, own])
  expect(lackingIn(settings, tracks.slice(0, 1), bank)).toEqual([own])
  expect(lackingIn({ ...settings, track_sections: {} }, [], bank)).toEqual([common])
  expect(lackingIn(settings, tracks, [{ topic: 'право', difficulty: 1, count: 4 }])).toEqual([
    'Трек «Бизнес». Тема «право»: в вариант входит 5, в банке 4',
  ])
})
