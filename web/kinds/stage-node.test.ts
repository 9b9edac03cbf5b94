import { expect, test } from 'vitest'
import { stagePath } from '#shared/stages/addresses.ts'
import { type StageStatus, stageStatuses } from '#shared/stages/status.ts'
import { invitesFriends } from '#web/stages/invites-friends.ts'
import { countedOf, standing } from '#web/stages/StagePath/stage-node.ts'
import type { Stage } from '#web/stages/stage.ts'
import { codeOfAddress, stageOfAddress, teamOfAddress, wholeOf } from '#web/stages/stage.ts'
import { nextRefetch } from '#web/stages/use-stages.ts'
import { stageNode } from './stage-node.ts'

function aStage({ extra = {}, ...more }: Partial<Stage> & { extra?: Partial<Stage['extra_data']> } = {}): Stage {
  return {
    stage_id: 1,
    parent_id: null,
    type: 'rules',
    code: 'pravila',
    view: '',
    status: 'available',
    is_active: true,
    tracks: [],
    start_date: null,
    end_date: null,
    title: 'Правила',
    childs: [],
    ...more,
    extra_data: {
      viewable: false,
      team_id: null,
      has_manual: false,
      summary: '',
      reason: '',
      reasons: [],
      changes_at: null,
      handed_in_at: null,
      reopened: false,
      end_is_personal: false,
      optional: false,
      remarks: [],
      ...extra,
    },
  }
}
const node = (stage: Stage) => stageNode(stage, 'ru_season_5', 'leaders')

test('every status of a stage has words of its own', () => {
  const words = stageStatuses.map((status) => node(aStage({ status })).statusText)
  expect(new Set(words).size).toBe(stageStatuses.length)
})

test.each<[StageStatus, string | null]>([
  ['available', '/ru_season_5/leaders/stages/rules/pravila'],
  ['success', '/ru_season_5/leaders/stages/rules/pravila'],
  ['timeover', '/ru_season_5/leaders/stages/rules/pravila'],
  ['unavailable_finalist', null],
  ['not_allowed', null],
])('GD-08 the path links a stage in %s only where its page opens', (status, href) => {
  expect(node(aStage({ status })).href).toBe(href)
})

test('parts of a stage are on its page, not on the path, and an address without a code leads to none', () => {
  const part = aStage({ stage_id: 3, parent_id: 2, type: 'form', code: 'part' })
  const set = aStage({ stage_id: 2, type: 'multiform', code: 'set', childs: [part] })
  expect(node(set)).toMatchObject({ current: true, href: '/ru_season_5/leaders/stages/multiform/set' })
  expect(node(set)).not.toHaveProperty('children')
  const form = aStage({ stage_id: 5, parent_id: 4, type: 'form', code: 'form' })
  const stages = [set, aStage({ stage_id: 4, type: 'group', code: 'group', childs: [form] })]
  expect(stageOfAddress(stages, 'form', undefined)).toBe(form)
  expect(stageOfAddress(stages, 'form', 'part')).toBe(part)
  expect(stageOfAddress([set], 'form', undefined)).toBeNull()
  expect([wholeOf(stages, part), wholeOf(stages, form)]).toEqual([set, null])
})

test('a stage that is open again says so, and a personal deadline is named as personal', () => {
  const renewed = aStage({ end_date: '2026-12-10 18:00:00', extra: { reopened: true, end_is_personal: true } })
  expect(node(renewed)).toMatchObject({
    statusText: 'Открыт заново',
    actionText: 'Посмотреть и ответить',
    until: '2026-12-10 18:00:00',
    untilText: 'Личный срок: до',
  })
})

test('a refused stage leads to what was handed in and why it was refused, if anything was', () => {
  const refused = (handed_in_at: string | null) => node(aStage({ status: 'not_allowed', extra: { handed_in_at } })).href
  expect(refused('2026-11-20 10:00:00')).toBe('/ru_season_5/leaders/stages/rules/pravila')
  expect(refused(null)).toBeNull()
})

test('nothing is due in a group of which everything is handed in, though its checking broke off', () => {
  const childs = [aStage({ status: 'interrupted', extra: { handed_in_at: '2026-11-20 10:00:00' } })]
  const group = node(aStage({ type: 'group', status: 'interrupted', end_date: '2026-12-15 23:59:59', childs }))
  expect(group).toMatchObject({ current: false, until: null })
  expect(group.children?.[0]).toMatchObject({ current: false, statusText: 'Сдан, проверка прервалась' })
})

test('remarks ask to correct only while there is time for it', () => {
  const remarks = [{ field: 'goal', text: 'Напишите подробнее' }]
  const reason = (status: StageStatus) => node(aStage({ status, extra: { remarks, reason: 'Срок закончился' } })).reason
  expect(reason('in_progress')).toBe('Есть замечания: исправьте и сдайте ещё раз')
  expect(reason('timeover')).toBe('Срок закончился')
})

test('the end of an open stage is not repeated beside its deadline', () => {
  const reason = (end_date: string | null, extra: Partial<Stage['extra_data']>) =>
    node(aStage({ status: 'available', end_date, extra })).reason
  const open = { reason: 'Открыт до 12.12.2026 23:59', summary: 'Эссе до 4000 знаков.' }
  expect(reason('2026-12-12 23:59:00', open)).toBe('Эссе до 4000 знаков.')
  expect(reason('2026-12-12 23:59:00', { ...open, summary: '' })).toBeNull()
  const returned = 'Возвращено на доработку. Исправьте отмеченное до 12.12.2026 23:59'
  expect(reason('2026-12-12 23:59:00', { ...open, reason: returned })).toBe(returned)
  expect(reason(null, { ...open, reason: 'Открыт' })).toBe('Открыт')
})

test('a stage that has not opened leads to its page, which says what is ahead', () => {
  const ahead = node(
    aStage({ status: 'wait', is_active: false, extra: { changes_at: '2026-12-01 10:00:00', reason: 'Откроется' } }),
  )
  expect(ahead).toMatchObject({
    href: '/ru_season_5/leaders/stages/rules/pravila',
    opensAt: '2026-12-01 10:00:00',
    reason: 'Откроется',
  })
})

test('ST-05 an unfinished registration is offered, a finished one is not', () => {
  const action = (status: StageStatus) => node(aStage({ type: 'registration', status })).actionText
  expect(action('available')).toBe('Зарегистрироваться')
  expect(action('success')).toBe('Открыть')
  expect(action('in_progress')).toBe('Продолжить')
})

test('the stage of an address is the named one, otherwise the first of its kind', () => {
  const stages = [aStage({ type: 'group', code: 'g', childs: [aStage(), aStage({ code: 'second' })] })]
  expect(stageOfAddress(stages, 'rules', undefined)?.code).toBe('pravila')
  expect(stageOfAddress(stages, 'rules', 'second')?.code).toBe('second')
  expect(stageOfAddress(stages, 'rules', 'third')).toBeNull()
  expect(stageOfAddress(stages, 'form', 'pravila')).toBeNull()
})

test('several stages with teams have an address each, and the one without a code has the person’s team', () => {
  const teams = (code: string, more: Parameters<typeof aStage>[0] = {}) =>
    aStage({ type: 'teams_forming', code, ...more })
  const shown = (stages: Stage[]) => stageOfAddress(stages, 'teams_forming', undefined)?.code
  const late = teams('first', { status: 'timeover' })
  expect(shown([late, teams('second')])).toBe('second')
  expect(shown([late, teams('second', { status: 'wait' })])).toBe('first')
  const inTeam = teams('third', { status: 'wait', extra: { team_id: 7 } })
  const all = [late, teams('second'), inTeam]
  expect(shown(all)).toBe('third')
  const base = '/ru_season_5/leaders/stages/teams_forming'
  const hrefs = all.map((stage) => stageNode(stage, 'ru_season_5', 'leaders', all).href)
  expect(hrefs).toEqual([`${base}/first`, `${base}/second`, base])
  expect(stageNode(late, 'ru_season_5', 'leaders', [late]).href).toBe(base)
})

test('RT-11 teams have one address in a track; the address of a regional stage has its code', () => {
  expect(stagePath('a', 'b', { type: 'teams_forming', code: 'x' })).toBe('/a/b/stages/teams_forming')
  const regional = aStage({ type: 'teams_forming', code: 'region', view: 'regional' })
  const forming = aStage({ type: 'teams_forming', code: 'x' })
  expect(stagePath('a', 'b', regional)).toBe('/a/b/stages/teams_forming/region')
  expect(stageOfAddress([regional, forming], 'teams_forming', undefined)?.code).toBe('x')
  expect(stageOfAddress([regional], 'teams_forming', undefined)?.code).toBe('region')
  expect(codeOfAddress({ team: 'region' })).toBe('region')
  expect(codeOfAddress({ team: '42' })).toBeUndefined()
  expect([teamOfAddress('42'), teamOfAddress('0'), teamOfAddress('4x'), teamOfAddress(undefined)]).toEqual([
    42,
    null,
    null,
    null,
  ])
})

test('ST-06 nothing is loaded again while no change is near', () => {
  const now = new Date('2026-11-21T09:00:00Z')
  expect(nextRefetch([aStage({ end_date: '2026-12-01 10:00:00' })], now, 0)).toBe(false)
})

test('ST-06 a stage being processed, and one within a group, is loaded again after 30 s and a jitter', () => {
  const now = new Date('2026-11-21T09:00:00Z')
  const stages = [aStage({ type: 'group', childs: [aStage({ status: 'processing' })] })]
  expect(nextRefetch(stages, now, 0)).toBe(40_000)
})

test('ST-06 dates within 30 minutes are watched, by the server’s Moscow time', () => {
  const now = new Date('2026-11-21T09:00:00Z')
  expect(nextRefetch([aStage({ end_date: '2026-11-21 12:00:10' })], now, 0)).toBe(20_000)
})

test('LY-12 a registered person may invite a friend while registration is open', () => {
  expect(invitesFriends([aStage({ type: 'registration', status: 'success' })])).toBe(true)
  expect(invitesFriends([aStage({ type: 'registration', status: 'success', is_active: false })])).toBe(false)
  expect(invitesFriends([aStage({ type: 'registration', status: 'available' })])).toBe(false)
})

test('a stage that people attend without a hand-in is open until its end', () => {
  expect(node(aStage({ type: 'mentor_meetings' })).untilText).toBe('Открыто до')
  expect(node(aStage({ type: 'essay' })).untilText).toBe('Сдать до')
})

test('a waiting stage without a hand-in is ahead, one with a hand-in waits for a result', () => {
  const waiting = (handed_in_at: string | null) => standing(node(aStage({ status: 'wait', extra: { handed_in_at } })))
  expect([waiting(null), waiting('2026-11-20 10:00:00')]).toEqual(['ahead', 'waiting'])
})

test('optional and hidden stages are on the path and not counted', () => {
  const childs = [
    aStage({ stage_id: 2, code: 'done', status: 'success' }),
    aStage({ stage_id: 3, code: 'opinion', type: 'feedback', extra: { optional: true } }),
    aStage({ stage_id: 4, code: 'secret', status: 'hidden' }),
  ]
  const group = node(aStage({ type: 'group', code: 'group', childs }))
  expect(group.children?.map(({ id }) => id)).toEqual(['done', 'opinion', 'secret'])
  expect(countedOf(group).map(({ id }) => id)).toEqual(['done'])
})

test('a stage that a condition keeps closed shows no opening date that has passed', () => {
  const closed = { status: 'wait' as const, start_date: '2026-11-15 10:00:00' }
  const reason = 'Откроется после этапа «Правила»'
  expect(node(aStage({ ...closed, extra: { reason } }))).toMatchObject({ opensAt: null, reason })
  const changes_at = '2026-12-15 08:00:00'
  expect(node(aStage({ ...closed, extra: { reason, changes_at } })).opensAt).toBe(changes_at)
})
