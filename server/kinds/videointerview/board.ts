import { sql } from 'kysely'
import { deviceName } from '#server/accounts/auth/device-name.ts'
import type { Db } from '#server/db.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { interviewSettings } from './interview-stage.ts'
import { wireTake } from './read-interview.ts'
import type { Take } from './store.ts'

const day = 24 * 3_600_000

/** A condition on the take `t`: an organiser should look at it. */
const isTrouble = sql<boolean>`(t.state in ('failed', 'dropped') or t.broken or t.silent or t.dark
  or t.state = 'uploading' or g.waits)`

const found = (db: Db, stage: SeasonStage, onlyTroubles: boolean) =>
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
    .where('t.stage_id', '=', stage.id)
    .$if(onlyTroubles, (query) => query.where(isTrouble))

/** The takes of a stage with their problems, the newest first; takes with an open request come before them. */
export async function readBoard(db: Db, stage: SeasonStage, { limit, offset, all }: Page & { all: boolean }) {
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
  const { retention_days: days } = interviewSettings(stage)
  const { waiting } = await db
    .selectFrom('video_grants')
    .select(sql<string>`count(*)`.as('waiting'))
    .where('stage_id', '=', stage.id)
    .where('granted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { count } = await found(db, stage, !all)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await found(db, stage, !all)
    .selectAll('t')
    .select(['a.test_id', 'a.first_name', 'a.last_name', 'a.middle_name', 'g.waits', 'g.reasons'])
    .orderBy(sql`coalesce(g.waits, false)`, 'desc')
    .orderBy('t.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const numbers = Object.entries({ ...counts, waiting }).map(([name, value]) => [name, Number(value)])
  return {
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
