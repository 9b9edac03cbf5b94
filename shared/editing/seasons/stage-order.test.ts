import { expect, test } from 'vitest'
import { isOrderOf, type KnownStage, movedStage, stepStage } from './stage-order.ts'

const stage = (code: string, parent: string | null = null, type = 'essay', whole = false): KnownStage => ({
  ...{ code, parent, type, whole },
})
const known = [
  stage('group', null, 'group'),
  stage('a', 'group'),
  stage('b', 'group'),
  stage('inner', null, 'group'),
  stage('lesson', null, 'public_lesson', true),
  stage('plan', 'lesson'),
]
const order = (...places: [code: string, parent?: string | null][]) =>
  places.map(([code, parent = null]) => ({ code, parent }))

test('stages may change their order and their groups, and groups may be in groups', () => {
  expect(
    isOrderOf(
      order(['inner'], ['b', 'inner'], ['group', 'inner'], ['a', 'group'], ['lesson'], ['plan', 'lesson']),
      known,
    ),
  ).toBe(true)
})

test('an order is not valid when a stage is missing, new, repeated, in a circle, or below a stage that is no group', () => {
  const rest: [string, (string | null)?][] = [['inner'], ['lesson'], ['plan', 'lesson']]
  expect(isOrderOf(order(['group'], ['a', 'group'], ...rest), known)).toBe(false)
  expect(isOrderOf(order(['group'], ['a', 'group'], ['c'], ...rest), known)).toBe(false)
  expect(isOrderOf(order(['group'], ['a', 'group'], ['a', 'group'], ...rest), known)).toBe(false)
  expect(
    isOrderOf(order(['group', 'inner'], ['a'], ['b'], ['inner', 'group'], ['lesson'], ['plan', 'lesson']), known),
  ).toBe(false)
  expect(isOrderOf(order(['group'], ['a', 'group'], ['b', 'a'], ...rest), known)).toBe(false)
  expect(isOrderOf(order(['group'], ['a', 'group'], ['b', 'nowhere'], ...rest), known)).toBe(false)
})

test('a part stays in its stage, and no other stage can be moved there', () => {
  expect(movedStage(known, 'plan', { place: 'on', code: 'group' })).toBeNull()
  expect(movedStage(known, 'a', { place: 'on', code: 'lesson' })).toBeNull()
  expect(movedStage(known, 'a', { place: 'before', code: 'plan' })).toBeNull()
})

test('a stage is moved before or after another, and into a group', () => {
  const codes = (moved: KnownStage[] | null) => moved?.map(({ code, parent }) => (parent ? `${parent}/${code}` : code))
  expect(codes(movedStage(known, 'b', { place: 'before', code: 'a' }))).toEqual([
    'group',
    'group/b',
    'group/a',
    'inner',
    'lesson',
    'lesson/plan',
  ])
  expect(codes(movedStage(known, 'a', { place: 'after', code: 'lesson' }))?.slice(-3)).toEqual([
    'lesson',
    'a',
    'lesson/plan',
  ])
  expect(codes(movedStage(known, 'a', { place: 'on', code: 'inner' }))?.at(-1)).toBe('inner/a')
  expect(movedStage(known, 'group', { place: 'on', code: 'group' })).toBeNull()
})

test('a stage moves up, down, into the group above it and out again by single steps', () => {
  const codes = (moved: KnownStage[] | null) =>
    moved?.map(({ code, parent }) => (parent ? `${parent}/${code}` : code)).join(' ')
  const [plain, group, last] = [stage('plain'), stage('group', null, 'group'), stage('last')]
  const list = [plain, group, last]
  expect(codes(stepStage(list, 'last', 'up'))).toBe('plain last group')
  expect(codes(stepStage(list, 'plain', 'down'))).toBe('group plain last')
  expect(codes(stepStage(list, 'last', 'in'))).toBe('plain group group/last')
  expect(codes(stepStage([plain, group, stage('last', 'group')], 'last', 'out'))).toBe('plain group last')
  expect([stepStage(list, 'plain', 'up'), stepStage(list, 'last', 'down')]).toEqual([null, null])
  expect([stepStage(list, 'group', 'in'), stepStage(list, 'plain', 'out')]).toEqual([null, null])
})
