import { sql } from 'kysely'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { type Attempt, attemptIsOverAt, attemptState, connectionLostAfter } from '#shared/stages/attempt.ts'
import { type StageState, stageStatus } from '#shared/stages/stage-status.ts'
import type { StageStatus } from '#shared/stages/status.ts'
import type { Standing } from './kind.ts'

/** A running attempt as JSON carries it. */
type AttemptRow = Pick<Attempt, 'limitMinutes' | 'extraMinutes'> & { begunAt: string; heardAt: string }

/** With any other status, the rules of the stage override the attempt. */
const open: readonly StageStatus[] = ['available', 'in_progress', 'timeover']

/** How a running attempt changes the status of its stage: in progress, connection lost, or being accepted. */
export const attemptStanding: Standing = {
  column: ({ accountId }) => sql<Record<string, AttemptRow> | null>`(
    select json_object_agg(a.stage_id, json_build_object('begunAt', a.begun_at, 'limitMinutes', a.limit_minutes,
      'extraMinutes', a.extra_minutes, 'heardAt', a.heard_at))
    from attempts a
    where a.finished_at is null and (a.account_id = ${accountId} or a.team_id in (
      select m.team_id from formed_team_members m where m.account_id = ${accountId} and m.state = 'active')))`,

  read: (json): Attempt => {
    const { begunAt, heardAt, ...attempt } = json as AttemptRow
    const moments = { begunAt: new Date(begunAt), heardAt: new Date(heardAt) }
    return { ...attempt, ...moments, finishedAt: null, finishedBy: null }
  },

  state(stage, facts, own, now) {
    const state = stageStatus(stage, facts, now)
    return { facts, state: open.includes(state.status) ? underWay(state, own as Attempt, now) : state }
  },

  changes: (own, { window }) => {
    const attempt = own as Attempt
    const lost = new Date(attempt.heardAt.getTime() + connectionLostAfter + 1)
    return [lost, attemptIsOverAt(attempt, window.closesAt)]
  },

  team: () => null,
}

function underWay(base: StageState, attempt: Attempt, now: Date): StageState {
  const { state, deadline } = attemptState(attempt, base.window.closesAt, now)
  const until = deadline ? ` до ${showDateTime(deadline)}` : ''
  const said = (status: StageStatus, reason: string): StageState => {
    return { ...base, status, reason, reasons: [reason], changesAt: deadline }
  }
  if (state === 'finished') return said('processing', 'Время вышло. Принимаем ваши ответы. Страница обновится сама')
  if (state === 'running') return said('in_progress', `Попытка идёт${until}`)
  return said('interrupted', `Связь прервалась, а время идёт. Продолжайте${until}`)
}
