import { sql } from 'kysely'
import { type Standing, settingsAt } from '#server/stages/kind.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { feedbackKind } from '#shared/kinds/feedback/contract.ts'
import { type FeedbackRound, roundAt } from '#shared/kinds/feedback/round.ts'
import { type StageState, stageStatus } from '#shared/stages/stage-status.ts'
import type { StageStatus } from '#shared/stages/status.ts'

/** The person's data at a stage of feedback. */
export interface OwnFeedback {
  submittedAt: Date | null
  resultAt: Date | null
  given: FeedbackRound[]
  /** The person does not want to be asked again. */
  refused: boolean
  /** 0 to 99, random but constant for the person: people below the sample's percentage are asked. */
  draw: number
}

type Row = Omit<OwnFeedback, 'submittedAt' | 'resultAt'> & { submittedAt: string | null; resultAt: string | null }

const open: readonly StageStatus[] = ['available', 'in_progress', 'timeover', 'wait']

export const feedbackStanding: Standing = {
  column: ({ accountId, competitionCode }) => sql<Record<string, Row> | null>`(
    select json_object_agg(s.id, json_build_object(
      'submittedAt', f.submitted_at, 'resultAt', coalesce(f.passed_at, f.failed_at),
      'given', array(select g.round from feedback_given g where g.stage_id = s.id and g.account_id = ${accountId}),
      'refused', exists (select from feedback_refusals r where r.account_id = ${accountId}),
      'draw', (hashint8extended(${accountId}::bigint, s.id) & 2147483647) % 100))
    from stages s
    left join stages asked on asked.competition_code = s.competition_code and asked.code = s.settings ->> 'about'
    left join stage_facts f on f.stage_id = asked.id and f.account_id = ${accountId}
    where s.competition_code = ${competitionCode} and s.type = 'feedback')`,

  read: (json): OwnFeedback => {
    const { submittedAt, resultAt, ...own } = json as Row
    return {
      ...own,
      submittedAt: submittedAt ? new Date(submittedAt) : null,
      resultAt: resultAt ? new Date(resultAt) : null,
    }
  },

  state(stage, facts, own, now) {
    return { facts, state: feedbackState(stage, stageStatus(stage, facts, now), own as OwnFeedback, now) }
  },

  changes: (_own, { changesAt }) => [changesAt],

  team: () => null,

  blocks: (stage) => settingsAt(feedbackKind, stage).required,
}

/** The round that the person is asked in now, or null. */
export function currentRound(stage: SeasonStage, own: OwnFeedback, now: Date) {
  const settings = settingsAt(feedbackKind, stage)
  return roundAt(settings, settings.about === '' ? null : own, now)
}

function feedbackState(stage: SeasonStage, base: StageState, own: OwnFeedback, now: Date): StageState {
  if (!open.includes(base.status)) return base
  const settings = settingsAt(feedbackKind, stage)
  const { round, changesAt } = currentRound(stage, own, now)
  const said = (status: StageStatus, reason: string): StageState => ({
    ...base,
    status,
    reason,
    reasons: [reason],
    changesAt,
  })
  const thanks = () => said('success', 'Спасибо, ваш отзыв принят')
  if (round !== null ? own.given.includes(round) : own.given.length > 0) return thanks()
  if (!settings.required && (own.refused || own.draw >= settings.sample)) return said('hidden', 'Отзыв не нужен')
  if (round === null) return said(settings.required ? 'wait' : 'hidden', 'Спросим после этапа, о котором отзыв')
  // A round that is over is hidden instead of shown as missed.
  if (base.status === 'timeover' && !settings.required) return said('hidden', 'Сбор отзывов закончен')
  return base
}
