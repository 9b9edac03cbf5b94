import { createRootRoute, type ParsedLocation } from '@tanstack/react-router'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { StageStatus } from '#shared/stages/status.ts'
import { go } from '#web/app/guards/decision.ts'
import { webKinds } from '#web/kinds/kinds.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { stagesQuery } from '#web/stages/queries.ts'
import type { Stage } from '#web/stages/stage.ts'
import { guardStage } from './guard-stage.ts'
import { type Place, page } from './guarded-page.ts'
import { previousStageCode } from './previous-stage.ts'
import { rememberPage } from './visited-page.ts'

const track = '/a/b'
const stored = new Map<string, string>()
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
afterAll(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
  rememberPage(null)
})
beforeEach(() => {
  queryClient.clear()
  rememberPage(null)
})

/** Opens the page of the rules, which have this status, as the router does. */
function opened(status: StageStatus, { hash = '', manual = false, code = 'rules' } = {}) {
  const rules = {
    stage_id: 1,
    type: 'rules',
    code: 'rules',
    status,
    is_active: true,
    extra_data: { viewable: true, has_manual: manual },
    childs: [] as Stage[],
  } as Stage
  queryClient.setQueryData(stagesQuery('a', 'b').queryKey, {
    now: '',
    stages: [rules, { ...rules, stage_id: 2, type: 'form', code: 'anketa' }],
    disqualification: null,
  } as never)
  const pathname = `${track}/stages/rules/${code}`
  return guardStage(webKinds.rules)({
    params: { competition: 'a', track: 'b', stage: code },
    location: { pathname, hash, state: {} },
  } as unknown as Place)
}

test('GD-07 GD-08 the page of a stage that is unknown or closed leads to its track', async () => {
  expect(await opened('available')).toEqual(go)
  expect(await opened('hidden')).toEqual({ to: track })
  expect(await opened('available', { code: 'nowhere' })).toEqual({ to: track })
})

test('a part opens below its stage, also by its address as a form; an unknown part leads to the stage', async () => {
  const extra_data = { viewable: true, has_manual: false }
  const part = {
    stage_id: 2,
    parent_id: 1,
    type: 'form',
    code: 'part',
    status: 'available',
    is_active: true,
    extra_data,
  }
  const whole = { ...part, stage_id: 1, parent_id: null, type: 'multiform', code: 'set' }
  const stages = [{ ...whole, childs: [{ ...part, childs: [] }] }]
  queryClient.setQueryData(stagesQuery('a', 'b').queryKey, { now: '', stages, disqualification: null } as never)
  const at = (kind: 'form' | 'multiform', params: Record<string, string>) =>
    guardStage(webKinds[kind])({
      params: { competition: 'a', track: 'b', ...params },
      location: { pathname: '', hash: '', state: {} },
    } as unknown as Place)
  const set = `${track}/stages/multiform/set`
  expect(await at('form', { stage: 'part' })).toEqual({ to: `${set}/part` })
  expect(await at('multiform', { stage: 'set', form: 'part' })).toEqual(go)
  expect(await at('multiform', { stage: 'set', form: 'nowhere' })).toEqual({ to: set })
})

test('GD-10 the first visit begins with the instructions', async () => {
  expect(await opened('available', { manual: true })).toEqual({ to: `${track}/stages/rules/rules/manual` })
})

test('GD-13 the page that follows the page of another stage keeps the code of that stage in its address', async () => {
  rememberPage({ type: 'form', competition: 'a', track: 'b', stage: 'anketa' })
  expect(await opened('available')).toEqual({ to: `${track}/stages/rules/rules`, hash: 'anketa' })
  expect(await opened('available', { hash: 'anketa' })).toEqual(go)
  rememberPage({ type: 'rules', competition: 'a', track: 'b' })
  expect(await opened('available')).toEqual(go)
})

test('GD-13 the stage left is the one that the page showed, also when its address has no code', async () => {
  await opened('available')
  const left = (type: string | undefined, stage?: string) => {
    rememberPage({ type, competition: 'a', track: 'b', ...(stage ? { stage } : {}) })
    return previousStageCode(queryClient)
  }
  expect([left('rules'), left('rules', 'rules'), left('rules', 'nowhere'), left(undefined)]).toEqual([
    ...['rules', 'rules', null, null],
  ])
})

test('GD-13 the address chosen by a guard has the hash of its decision, and replaces the requested one', async () => {
  const route = page(createRootRoute(), 'form', {
    name: 'form',
    page: { load: async () => {}, Page: () => null },
    guards: [() => ({ to: '/a/b/stages/form/form', hash: 'anketa' })],
  })
  const arrival = { params: {}, search: {}, location: {} as ParsedLocation, preload: false }
  await expect(route.options.beforeLoad?.(arrival as never)).rejects.toMatchObject({
    options: { to: '/a/b/stages/form/form', hash: 'anketa', replace: true },
  })
})
