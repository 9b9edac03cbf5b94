import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { type Place, prepared } from '#server/platform/db/prepared.ts'
import type { StoredAttempt } from '#server/stages/attempts.ts'
import { countsNow, type KeptAnswer } from './kept-answers.ts'
import type { PaperSection } from './tables.ts'

/** The paper of an attempt, and the number from which its options are shuffled. */
export interface OwnPaper {
  seed: number
  sections: PaperSection[]
}

interface OfPerson extends Record<string, unknown> {
  accountId: number
  stageId: number
}

type Nullable<T> = { [Name in keyof T]: T[Name] | null }

type Row = {
  now: Date
  kept: KeptAnswer[] | null
  outcome: 'passed' | 'failed' | 'returned' | null
  published_at: Date | null
  score: string | null
} & Nullable<StoredAttempt> &
  Nullable<OwnPaper> &
  Nullable<{ receipt_number: string; arrived_at: Date; by_system: boolean }> &
  Nullable<{ seq: number; received_at: Date }>

/** All data of the page of a test for one person, in one statement: the page is read at every begin and reload. */
const ownRow = prepared<OfPerson, Row>((db, place: Place<OfPerson>) => {
  const [account, stage] = [place('accountId'), place('stageId')]
  return sql<Row>`
    select clock_timestamp() as now, t.id, t.number, t.device, t.begun_at as "begunAt", t.limit_minutes as "limitMinutes",
      t.extra_minutes as "extraMinutes", t.heard_at as "heardAt", t.finished_at as "finishedAt",
      t.finished_by as "finishedBy", p.seed, p.sections, l.seq, l.received_at,
      (
        select json_agg(json_build_object('version', k.version_id, 'seq', k.seq, 'answer', k.answer, 'flagged', k.flagged))
        from (
          select distinct on (w.version_id) w.version_id, w.seq, w.answer, w.flagged from test_answers w
          where w.attempt_id = t.id and ${countsNow} order by w.version_id, w.seq desc
        ) k
      ) as kept,
      h.receipt_number, h.arrived_at, h.by_system, d.outcome, d.published_at, r.score
    from (select ${stage}::int as stage, ${account}::int as account) own
    left join lateral (
      select * from attempts where stage_id = own.stage and account_id = own.account order by number desc limit 1
    ) t on true
    left join test_papers p on p.stage_id = own.stage and p.account_id = own.account and p.number = t.number
    left join lateral (
      select seq, received_at from test_answers where attempt_id = t.id order by seq desc limit 1
    ) l on true
    left join lateral (
      select receipt_number, arrived_at, by_system from hand_ins
      where stage_id = own.stage and account_id = own.account order by revision desc limit 1
    ) h on true
    left join lateral (
      select outcome, published_at from stage_decisions
      where account_id = own.account and stage_id = own.stage and published_at is not null
      order by published_at desc, id desc limit 1
    ) d on true
    left join stage_results r on r.stage_id = own.stage and r.account_id = own.account`.compile(db)
})

/** The latest attempt with its paper and its answers, the receipt, and the result once it is published. */
export async function ownTest(db: Db | Tx, of: OfPerson) {
  const [row] = await ownRow(db, of)
  if (!row) throw new Error('a select without a table gives one row')
  const { id, number, device, begunAt, limitMinutes, extraMinutes, heardAt, finishedAt, finishedBy } = row
  const attempt: StoredAttempt | null =
    id === null || number === null || device === null || begunAt === null || extraMinutes === null || heardAt === null
      ? null
      : { id, number, device, begunAt, limitMinutes, extraMinutes, heardAt, finishedAt, finishedBy }
  return {
    now: row.now,
    attempt,
    paper: row.seed !== null && row.sections !== null ? { seed: row.seed, sections: row.sections } : null,
    kept: row.kept ?? [],
    last: row.seq !== null && row.received_at !== null ? { seq: row.seq, received_at: row.received_at } : null,
    handIn:
      row.receipt_number !== null && row.arrived_at !== null
        ? { receipt_number: row.receipt_number, arrived_at: row.arrived_at, by_system: row.by_system === true }
        : null,
    result:
      row.outcome !== null && row.published_at !== null
        ? { outcome: row.outcome, published_at: row.published_at, score: row.score === null ? null : Number(row.score) }
        : null,
  }
}
export type OwnTest = Awaited<ReturnType<typeof ownTest>>
