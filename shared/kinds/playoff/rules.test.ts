import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Criterion } from '#shared/stages/rubric.ts'
import { seedsOf } from './draw.ts'
import { nobodyCame } from './match-reason.ts'
import { bothSides, decidedWords, type JudgedMatch, matchResult } from './match-result.ts'
import { type OwnMatch, type OwnPlayoff, ownState } from './own-state.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const people = [
  { number: 7, rating: 50 },
  { number: 8, rating: null },
  { number: 9, rating: 90 },
  { number: 10, rating: 50 },
  { number: 11, rating: null },
]

test('the draw depends only on its published seed, not on the order of the input', () => {
  const drawn = seedsOf(people, 'draw', 'лёд 2026', sha256).map(({ number }) => number)
  expect(seedsOf(people.toReversed(), 'draw', 'лёд 2026', sha256).map(({ number }) => number)).toEqual(drawn)
  expect(drawn).toEqual(
    people.map(({ number }) => number).toSorted((a, b) => (sha256(`лёд 2026:${a}`) < sha256(`лёд 2026:${b}`) ? -1 : 1)),
  )
  expect(seedsOf(people, 'draw', 'другое', sha256).map(({ number }) => number)).not.toEqual(drawn)
})

test('seeds by rating: the best first, equals by the draw, people without a rating last', () => {
  const seeds = seedsOf(people, 'rating', 'лёд 2026', sha256).map(({ number }) => number)
  expect(seeds[0]).toBe(9)
  expect(new Set(seeds.slice(1, 3))).toEqual(new Set([7, 10]))
  expect(new Set(seeds.slice(3))).toEqual(new Set([8, 11]))
})

const criteria: Criterion[] = ['c1', 'c2'].map((code) => ({
  ...{ code, title: code, hint: '', max: 10, weight: 1, required: true, levels: [] },
}))
const judged = (a: [number, number], b: [number, number], more: Partial<JudgedMatch> = {}): JudgedMatch => ({
  ...{ marks: { a_c1: a[0], a_c2: a[1], b_c1: b[0], b_c2: b[1] }, chair: false, favours: null },
  ...more,
})
const rules = { criteria, order: ['criterion', 'judges', 'rating'] as const, ratings: { a: 1, b: 2 } }

test('a match decided by points needs no explanation', () => {
  expect(decidedWords.score).toBe('')
  expect(Object.values(decidedWords).filter(Boolean)).toHaveLength(4)
})

test('KA-16 the rubric of a match has every criterion once for each side', () => {
  expect(bothSides(criteria).map(({ code }) => code)).toEqual(['a_c1', 'a_c2', 'b_c1', 'b_c2'])
})

test('points decide first, then the tie-breaks in their fixed order, and the chair last', () => {
  expect(matchResult([judged([8, 8], [5, 5])], rules)).toEqual({ a: 80, b: 50, winner: 'a', by: 'score' })
  const firstBetter = [judged([4, 6], [6, 4])]
  expect(matchResult(firstBetter, rules)).toEqual({ a: 50, b: 50, winner: 'b', by: 'criterion' })
  // Two judges prefer one side a little; the third prefers the other side, so that the points are equal.
  const votes = [judged([5, 6], [5, 5]), judged([5, 6], [5, 5]), judged([5, 5], [5, 7])]
  expect(matchResult(votes, rules)).toMatchObject({ winner: 'a', by: 'judges' })
  const even = [judged([5, 5], [5, 5], { chair: true, favours: 'a' })]
  expect(matchResult(even, rules)).toMatchObject({ winner: 'b', by: 'rating' })
  expect(matchResult(even, { ...rules, ratings: { a: null, b: 2 } })).toMatchObject({ winner: 'a', by: 'chair' })
  expect(matchResult(even, { ...rules, order: [] })).toMatchObject({ winner: 'a', by: 'chair' })
  expect(matchResult([judged([5, 5], [5, 5])], { ...rules, order: [] })).toBeNull()
  expect(matchResult(firstBetter, { ...rules, order: ['rating', 'criterion'] })).toMatchObject({ by: 'rating' })
})

const match = (more: Partial<OwnMatch> = {}): OwnMatch => ({
  ...{ round: 1, place: 0, state: 'scheduled', shown: false, starts_at: null, paused: false },
  ...{ opponent: 'known', won: null, next_open: false, reason: '' },
  ...more,
})
const own = (matches: OwnMatch[], more: Partial<OwnPlayoff> = {}): OwnPlayoff => ({
  ...{ drawn: true, entrant: { dropped: null }, rounds: 3, passes: 1, lucky: false, matches },
  ...more,
})
const won = match({ state: 'decided', shown: true, won: true })
const lost = match({ state: 'decided', shown: true, won: false })

test.each<[string, OwnPlayoff, string, string]>([
  [
    'nothing drawn',
    own([], { drawn: false }),
    'wait',
    'Сетка ещё не составлена. Соперник и время матча появятся здесь',
  ],
  ['not in the bracket', own([], { entrant: null }), 'not_allowed', 'Вас нет в сетке плей-офф'],
  ['dropped', own([match()], { entrant: { dropped: 'отказ' } }), 'not_allowed', 'Вы выбыли из сетки: отказ'],
  ['without a time', own([match()]), 'wait', 'Вы в сетке: 1/4 финала. Соперник и время появятся здесь'],
  ['set', own([match({ starts_at: '2026-11-25T09:00:00Z' })]), 'available', '1/4 финала: 25.11.2026 12:00 по Москве'],
  ['live', own([match({ state: 'live' })]), 'in_progress', '1/4 финала: матч идёт'],
  [
    'paused',
    own([match({ state: 'live', paused: true })]),
    'in_progress',
    '1/4 финала: пауза. Время матча остановлено',
  ],
  ['judged', own([match({ state: 'judging' })]), 'processing', '1/4 финала: матч окончен, итог появится здесь'],
  ['not published', own([match({ state: 'decided' })]), 'processing', '1/4 финала: матч окончен, итог появится здесь'],
  [
    'has won and is in the next round',
    own([won, match({ round: 2, opponent: 'unknown' })]),
    'success',
    'Вы прошли дальше: полуфинал. Соперник и время появятся здесь',
  ],
  ['has lost', own([lost]), 'not_allowed', 'Вы выбыли: 1/4 финала'],
  [
    'has lost and may replace the winner',
    own([{ ...lost, next_open: true }], { lucky: true }),
    'wait',
    '1/4 финала: вы проиграли. Если победитель выбудет до следующего матча, вы займёте его место',
  ],
  [
    'for the third place',
    own([won, { ...lost, round: 2 }, match({ round: 3, place: 1 })]),
    'wait',
    'Впереди матч за третье место. Соперник и время появятся здесь',
  ],
  [
    'nobody came',
    own([match({ state: 'annulled', shown: true, reason: nobodyCame })]),
    'not_allowed',
    '1/4 финала: матч не состоялся. Не пришёл никто',
  ],
  [
    'annulled by an organiser',
    own([match({ state: 'annulled', shown: true, reason: 'Нет света в зале' })]),
    'not_allowed',
    '1/4 финала: матч не состоялся. Нет света в зале',
  ],
  ['first', own([won, { ...won, round: 3 }]), 'success', 'Вы победили'],
  ['second', own([won, { ...lost, round: 3 }]), 'not_allowed', 'Ваше место — 2-е'],
  ['second of two', own([won, { ...lost, round: 3 }], { passes: 2 }), 'success', 'Ваше место — 2-е'],
  ['third', own([won, { ...won, round: 3, place: 1 }], { passes: 3 }), 'success', 'Ваше место — 3-е'],
])('the status of a person: %s', (_what, standing, status, reason) => {
  expect(ownState(standing)).toMatchObject({ status, reason })
})

test('a person who has passed a round is not finished: other stages wait until the bracket is over for the person', () => {
  expect(ownState(own([won, match({ round: 2 })]))).toMatchObject({ status: 'success', over: false })
  expect(ownState(own([won, { ...won, round: 3 }]))).toMatchObject({ status: 'success', over: true })
})

test('the order of seeds by rating is consistent for every pair, equals by the draw', () => {
  const many = Array.from({ length: 12 }, (_none, at) => ({ number: at + 1, rating: at % 3 === 0 ? null : at % 4 }))
  const byHand = many.toSorted(
    (x, y) => (y.rating ?? -1) - (x.rating ?? -1) || (sha256(`лёд:${x.number}`) < sha256(`лёд:${y.number}`) ? -1 : 1),
  )
  expect(seedsOf(many, 'rating', 'лёд', sha256)).toEqual(byHand)
  expect(seedsOf(many.toReversed(), 'rating', 'лёд', sha256)).toEqual(byHand)
})

test('points are the mean of the judges, and a judge with equal points for both sides counts for neither', () => {
  expect(matchResult([judged([9, 9], [5, 5]), judged([6, 6], [6, 6])], rules)).toEqual({
    ...{ a: 75, b: 55 },
    ...{ winner: 'a', by: 'score' },
  })
  // One judge for each side and one for neither: the judges do not decide.
  const even = [judged([5, 6], [5, 5]), judged([5, 5], [5, 6]), judged([5, 5], [5, 5])]
  expect(matchResult(even, { ...rules, order: ['judges', 'rating'] })).toMatchObject({ winner: 'b', by: 'rating' })
})

test('a person in the bracket without a match waits, and after a match that nobody won no loser can take the winner’s place', () => {
  expect(ownState(own([]))).toMatchObject({
    status: 'wait',
    reason: 'Вы в сетке. Соперник и время матча появятся здесь',
  })
  const nobody = match({ state: 'annulled', shown: true, next_open: true })
  expect(ownState(own([nobody], { lucky: true })).status).toBe('not_allowed')
  expect(ownState(own([{ ...lost, next_open: true }])).status).toBe('not_allowed')
  expect(ownState(own([lost], { lucky: true })).status).toBe('not_allowed')
})
