import { sql } from 'kysely'
import { deviceName } from '#server/accounts/auth/device-name.ts'
import type { Db } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { interviewSettings } from './interview-stage.ts'
import { wireTake } from './read-interview.ts'
import type { Take } from './store.ts'

const day = 24 * 3_600_000

/** A condition on the take `t`: an organiser should look at it. */
const isTrouble = (
  stageId: number,
) => sql<boolean>`(t.state in ('failed', 'dropped', 'uploading') or t.broken or t.silent
  or t.dark or ${isAsked(stageId)})`

/** A condition: a further take of the question of `t` is asked for. */
const isAsked = (stageId: number) => sql<boolean>`((t.account_id, t.question) in (
  select account_id, question from video_grants where stage_id = ${stageId} and granted_at is null))`

const found = (db: Db, stage: SeasonStage, onlyTroubles: boolean) =>
  db
    .selectFrom('video_takes as t')
    .where('t.stage_id', '=', stage.id)
    .$if(onlyTroubles, (query) => query.where(isTrouble(stage.id)))

/** What a page shows of these takes. */
const shown = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('video_takes as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('video_grants as d')
          .select([
            sql<boolean>`bool_or(d.granted_at is null)`.as('waits'),
            sql<string[]>`array_agg(d.reason order by d.id)`.as('reasons'),
          ])
          .whereRef('d.account_id', '=', 't.account_id')
          .whereRef('d.stage_id', '=', 't.stage_id')
          .whereRef('d.question', '=', 't.question')
          .as('g'),
      (join) => join.onTrue(),
    )
    .where('t.id', 'in', [0, ...ids])

async function countTakes(db: Db, stage: SeasonStage, onlyTroubles: boolean) {
  const counts = await db
    .selectFrom('video_takes')
    .select((eb) => [
      eb.fn.countAll<string>().as('takes'),
      sql<string>`count(distinct account_id)`.as('people'),
      sql<string>`count(*) filter (where state = 'failed')`.as('failed'),
      sql<string>`count(*) filter (where state = 'uploading')`.as('arriving'),
      sql<string>`count(*) filter (where broken)`.as('broken'),
      sql<string>`count(*) filter (where silent)`.as('silent'),
      sql<string>`count(*) filter (where dark)`.as('dark'),
      sql<string>`coalesce(sum(received) filter (where removed_at is null), 0)`.as('bytes'),
    ])
    .where('stage_id', '=', stage.id)
    .executeTakeFirstOrThrow()
  const { oldest } = await db
    .selectFrom('video_takes')
    .select((eb) => eb.fn.min('settled_at').as('oldest'))
    .where('stage_id', '=', stage.id)
    .where('state', '=', 'ready')
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { count } = await found(db, stage, onlyTroubles)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return { counts, oldest, count }
}

/** The takes of a stage with their problems, the newest first; takes with an open request come before them. */
export async function readBoard(
  { db, readings }: Services,
  stage: SeasonStage,
  { limit, offset, all }: Page & { all: boolean },
) {
  const { as_of, counts, oldest, count } = await readings.figures({
    competition: stage.competitionCode,
    name: `takes ${stage.id} ${all}`,
    read: (reader) => countTakes(reader, stage, !all),
  })
  const { retention_days: days } = interviewSettings(stage)
  const { waiting } = await db
    .selectFrom('video_grants')
    .select(sql<string>`count(*)`.as('waiting'))
    .where('stage_id', '=', stage.id)
    .where('granted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const page = await found(db, stage, !all)
    .select('t.id')
    .orderBy(isAsked(stage.id), 'desc')
    .orderBy('t.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const rows = await shown(
    db,
    page.map(({ id }) => id),
  )
    .selectAll('t')
    .select(['a.test_id', 'a.first_name', 'a.last_name', 'a.middle_name', 'g.waits', 'g.reasons'])
    .orderBy(sql`coalesce(g.waits, false)`, 'desc')
    .orderBy('t.id', 'desc')
    .execute()
  const numbers = Object.entries({ ...counts, waiting }).map(([name, value]) => [name, Number(value)])
  return {
    as_of,
    totals: Object.fromEntries(numbers) as Record<keyof typeof counts | 'waiting', number>,
    kept_until: oldest && days > 0 ? formatWire(new Date(oldest.getTime() + days * day)) : null,
    count: Number(count),
    takes: rows.map(({ test_id, first_name, last_name, middle_name, waits, reasons, ...take }) => ({
      ...wireTake(take as Take),
      test_id,
      name: formalName({ first_name, last_name, middle_name }),
      question: take.question,
      browser: deviceName(take.user_agent),
      codecs: [take.video_codec, take.audio_codec].filter(Boolean).join(', '),
      missing: take.total === null ? 0 : Math.max(0, take.total - take.received),
      heard_at: formatWire(take.heard_at),
      reasons: reasons ?? [],
      waits: waits ?? false,
    })),
  }
}
