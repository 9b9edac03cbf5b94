import { expect, test } from 'vitest'
import type { StageNode } from '#web/stages/StagePath/stage-node.ts'
import { nextStep } from './next-step.ts'

const stage = (id: string, rest: Partial<StageNode> = {}): StageNode => ({
  id,
  title: id,
  status: 'wait',
  statusText: '',
  ...rest,
})
const due = (id: string, until: string | null) => stage(id, { status: 'available', current: true, until })

test('the next step is the stage that is due with the earliest deadline, also inside a group', () => {
  const group = stage('selection', {
    current: true,
    children: [due('late', '2026-12-15 23:59:00'), due('soon', '2026-12-12 23:59:00'), due('any time', null)],
  })
  const { step, others } = nextStep([due('form', null), group])
  expect(step?.id).toBe('soon')
  expect(others.map(({ id }) => id)).toEqual(['late', 'form', 'any time'])
})

test('with nothing due, the stages being checked and the first one to open are given', () => {
  const nodes = [
    stage('done', { status: 'success' }),
    stage('essay', { handedIn: true }),
    stage('processed', { status: 'processing' }),
    stage('without a date'),
    stage('later', { opensAt: '2027-01-20 10:00:00' }),
    stage('earlier', { opensAt: '2026-12-20 10:00:00' }),
    stage('secret', { status: 'hidden', current: true, opensAt: '2026-12-01 10:00:00' }),
  ]
  const { step, others, waiting, ahead } = nextStep(nodes)
  expect({ step, others }).toEqual({ step: null, others: [] })
  expect(waiting.map(({ id }) => id)).toEqual(['essay', 'processed'])
  expect(ahead?.id).toBe('earlier')
  expect(nextStep(nodes.slice(0, 4)).ahead?.id).toBe('without a date')
})

test('while a stage is due, the stage that it opens comes next, also before one with an earlier date', () => {
  const [rules, form] = [due('rules', '2026-12-09 23:59:00'), stage('form')]
  expect(nextStep([rules, stage('survey', { opensAt: '2026-11-28 10:00:00' }), form]).ahead?.id).toBe('form')
  expect(nextStep([rules, stage('survey', { opensAt: '2026-11-28 10:00:00' })]).ahead?.id).toBe('survey')
})

test('a path that is done to its end has no next step', () => {
  const nothing = { step: null, others: [], waiting: [], ahead: null, missed: null }
  expect(nextStep([stage('done', { status: 'success' })])).toEqual(nothing)
  const optional = stage('survey', { status: 'timeover', optional: true })
  expect(nextStep([stage('done', { status: 'success' }), optional])).toEqual(nothing)
})

test('a path that ended before its end names the stage that was not passed', () => {
  const entry = stage('entry', {
    children: [
      stage('registration', { status: 'success' }),
      stage('rules', { status: 'not_allowed', handedIn: true }),
      stage('form', { status: 'not_allowed' }),
    ],
  })
  expect(nextStep([entry]).missed?.id).toBe('rules')
})

test('a missed stage that later stages do not need does not end the path', () => {
  const [done, workshop] = [stage('test', { status: 'success' }), stage('workshop', { status: 'timeover' })]
  expect(nextStep([workshop, done]).missed).toBeNull()
  // One of the two was enough for the next stage.
  expect(
    nextStep([stage('a', { status: 'not_allowed', handedIn: true }), stage('b', { status: 'success' }), done]).missed,
  ).toBeNull()
  const final = stage('final', { status: 'not_allowed', handedIn: true })
  expect(nextStep([done, workshop, final]).missed?.id).toBe('final')
  expect(nextStep([done, final, stage('after', { status: 'not_allowed' })]).missed?.id).toBe('final')
  // An event was still visited after the end.
  expect(nextStep([final, done, stage('after', { status: 'not_allowed' })]).missed?.id).toBe('final')
  expect(nextStep([done, stage('after', { status: 'not_allowed' })]).missed?.id).toBe('after')
})

test('a finalist of another competition has not failed a stage', () => {
  const closed = stage('essay', { status: 'unavailable_finalist' })
  expect(nextStep([stage('rules', { status: 'success' }), closed]).missed).toEqual(closed)
})

test('a hand-in whose processing was interrupted is being checked', () => {
  const { step, waiting } = nextStep([stage('video', { status: 'interrupted', handedIn: true })])
  expect({ step, waiting: waiting.map(({ id }) => id) }).toEqual({ step: null, waiting: ['video'] })
})
