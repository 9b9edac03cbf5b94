import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { peerMarkInWords } from '#shared/kinds/mgmt_solution_assessment/peer-mark.ts'
import { worksToOpen } from '#shared/kinds/mgmt_solution_assessment/pool-rules.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { markOf } from './peer-marks.ts'
import { assessedBy, peerStageIn, stateOf } from './peer-stage.ts'
import { isRanked, type OwnAssessing } from './standing.ts'

/** The page of a participant who assesses: the works, the progress, and what it means for their own work. */
export async function readPeerPage(services: Services, accountId: number, stageId: number) {
  const { db } = services
  const stage = await assessedBy(services, accountId, stageId)
  const own = stage.own.standing as OwnAssessing
  const { settings } = peerStageIn(stage.all.season, stage.row)
  const { opened_at: opened } = await stateOf(db, stageId)
  const tasks = await db
    .selectFrom('peer_tasks')
    .select(['id', 'kind', 'place', 'done_at', 'total'])
    .where('stage_id', '=', stageId)
    .where('rater_id', '=', accountId)
    .where('returned_at', 'is', null)
    .orderBy((is) => is('kind', '<>', 'training'))
    .orderBy('place')
    .orderBy('id')
    .execute()
  const works = opened === null ? await pooled(services, stageId) : worksToOpen(settings)
  return {
    status: stage.state.status,
    given: settings.given,
    done: own.done,
    extra: own.finished && stage.state.is_active ? Math.max(0, settings.given + own.extra - own.done) : 0,
    pool: { works, needed: worksToOpen(settings) },
    final: own.finished,
    short: own.short,
    ...rankingOf(own, settings.given, stage.state.is_active),
    tasks: tasks.map(({ id, kind, place, done_at, total }) => ({
      task_id: id,
      place,
      training: kind === 'training',
      state: done_at === null ? ('open' as const) : ('done' as const),
      total,
    })),
    result: own.published ? await resultOf(services, accountId, stage.row) : null,
  }
}

async function pooled({ db }: Services, stageId: number): Promise<number> {
  const found = await db
    .selectFrom('peer_pool')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('stage_id', '=', stageId)
    .executeTakeFirstOrThrow()
  return Number(found.count)
}

/** Whether the person's own work is ranked, with a sentence about it. */
function rankingOf(own: OwnAssessing, given: number, isActive: boolean): { ranked: boolean | null; ranking: string } {
  if (!own.author) return { ranked: null, ranking: '' }
  if (own.finished) return { ranked: true, ranking: 'Ваша работа участвует в рейтинге.' }
  if (isRanked(own))
    return {
      ranked: true,
      ranking: 'Свободных работ для вас не осталось. Это не ваша вина: ваша работа участвует в рейтинге.',
    }
  const left = counted(given - own.done, 'работу', 'работы', 'работ')
  return isActive && !own.published
    ? { ranked: false, ranking: `Чтобы ваша работа участвовала в рейтинге, оцените ещё ${left}.` }
    : { ranked: false, ranking: 'Ваша работа не участвует в рейтинге: вы не оценили чужие.' }
}

/** The result of the person's own work. The raters stay unknown, and the order of comments does not reveal them. */
async function resultOf(services: Services, accountId: number, stage: SeasonStage) {
  const { db } = services
  const { id: stageId } = stage
  const { rows } = await sql<{ id: number; comments: string[] }>`
    select w.id, array(
      select t.comment from peer_tasks t
      join peer_raters r on r.stage_id = t.stage_id and r.account_id = t.rater_id
      where t.stage_id = ${stageId} and t.work_id = w.id and t.hand_in_id = w.hand_in_id and t.done_at is not null
        and t.kind <> 'training' and t.comment <> '' and r.excluded_because is null
      order by md5(t.id::text)) as comments
    from works w
    left join peer_pool p on p.stage_id = ${stageId} and p.work_id = w.id
    left join peer_references e on e.stage_id = ${stageId} and e.work_id = w.id
    where (p.work_id is not null or e.work_id is not null) and (w.account_id = ${accountId} or w.team_id in (
      select m.team_id from formed_team_members m where m.account_id = ${accountId} and m.state = 'active'))
    limit 1`.execute(db)
  const [work] = rows
  const mark = work && (await markOf(services, stage, work.id))
  if (!work || !mark) return null
  const { balanced, raw } = mark
  return { words: peerMarkInWords(mark), raw: raw ?? balanced, balanced, comments: work.comments }
}
