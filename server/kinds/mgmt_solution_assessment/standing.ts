import { sql } from 'kysely'
import { type Standing, settingsAt } from '#server/stages/kind.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { mgmtSolutionAssessmentKind } from '#shared/kinds/mgmt_solution_assessment/contract.ts'
import { worksToOpen } from '#shared/kinds/mgmt_solution_assessment/pool-rules.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { type StageState, stageStatus } from '#shared/stages/stage-status.ts'
import type { StageStatus } from '#shared/stages/status.ts'

/** The data of a person who assesses. */
export interface OwnAssessing {
  opened: boolean
  published: boolean
  author: boolean
  done: number
  finished: boolean
  /** There was no work left for the person. */
  short: boolean
  extra: number
}

export const peerStanding: Standing = {
  column: ({ accountId, competitionCode }) => sql<Record<string, OwnAssessing> | null>`(
    select json_object_agg(s.id, json_build_object(
      'opened', p.opened_at is not null, 'published', p.published_at is not null,
      'author', coalesce(r.author, false), 'done', coalesce(r.done, 0), 'finished', r.finished_at is not null,
      'short', r.short_since is not null, 'extra', coalesce(r.extra, 0)))
    from stages s
    left join peer_stages p on p.stage_id = s.id
    left join peer_raters r on r.stage_id = s.id and r.account_id = ${accountId}
    where s.competition_code = ${competitionCode} and s.type = 'mgmt_solution_assessment')`,
  read: (json) => json as OwnAssessing,
  state: (stage, facts, own, now) => ({
    facts,
    state: peerState(stage, stageStatus(stage, facts, now), own as OwnAssessing),
  }),
  changes: (_own, { changesAt }) => [changesAt],
  team: () => null,
}

/** Whether the person's own work takes part in the ranking. */
export const isRanked = ({ finished, short }: Pick<OwnAssessing, 'finished' | 'short'>) => finished || short

function peerState(stage: SeasonStage, base: StageState, own: OwnAssessing): StageState {
  const settings = settingsAt(mgmtSolutionAssessmentKind, stage)
  const { closesAt } = base.window
  const until = closesAt === null ? '' : `. Успейте до ${showDateTime(closesAt)}`
  const said = (status: StageStatus, reason: string): StageState => ({ ...base, status, reason, reasons: [reason] })
  const works = (count: number) => counted(count, 'работа', 'работы', 'работ')
  switch (base.status) {
    case 'available':
    case 'in_progress':
      if (own.published) return said('timeover', `Оценивание завершено${own.author ? unranked : ''}`)
      if (!own.opened) return said('wait', `Оценивать можно будет, когда соберётся ${works(worksToOpen(settings))}`)
      return base.status === 'available'
        ? base
        : said('in_progress', `Оценено ${own.done} из ${settings.given}${until}`)
    case 'wait':
      return own.finished ? said('wait', `Вы оценили все работы: ${own.done}. Итоги появятся здесь`) : base
    case 'timeover':
      if (own.short)
        return said('wait', `Оценено ${own.done} из ${settings.given}: других работ для вас не было. ${ranked}`)
      return own.author && !own.finished ? said('timeover', `${base.reason}${unranked}`) : base
    default:
      return base
  }
}

const unranked = '. Ваша работа не участвует в рейтинге: вы не оценили чужие'
const ranked = 'Ваша работа участвует в рейтинге'
