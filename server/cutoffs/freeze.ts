import { sql } from 'kysely'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { takeTurnAtStage } from '#server/stages/decide.ts'
import { Refusal } from '#shared/api/refusals.ts'
import type { QuotaKind } from '#shared/cutoffs/rule.ts'
import { hashOfRows } from './hash-of-rows.ts'
import type { CutoffPlace } from './read-cutoff.ts'
import { cutoffOf, namesOf } from './store.ts'
import { changedBy, chosenOf, countsOf, groupsOf, type Line, refuseFaulty, workOut } from './work-out.ts'

/** What a protocol keeps besides its rows. Names of people are only in the rows. */
export interface Frozen {
  counts: ReturnType<typeof countsOf>
  line: number | null
  quotas: {
    by: QuotaKind
    title: string
    least: number
    most: number
    there: number
    taken: number
    state: 'met' | 'short' | 'over'
  }[]
  groups: ReturnType<typeof groupsOf>
}

/** How many rows one statement inserts. */
const batch = 2000

/** Freezes a variant as it is now. Nothing is decided yet: another organiser has to confirm it. */
export async function freezeCutoff(
  services: Services,
  actorId: number,
  { competition, cutoffId }: CutoffPlace,
  { revision, reason }: { revision: number; reason: string },
) {
  const { db, clock } = services
  const names = await namesOf(services, competition)
  const stageId = (await cutoffOf(db, names.season, cutoffId)).stage.id
  const decidedUntil = await lastDecision(db, stageId)
  return db.transaction().execute(async (tx) => {
    // The lock leaves no gaps in the numbers, and the later of two requests finds the protocol of the first.
    await tx.selectFrom('competitions').select('code').where('code', '=', competition).forNoKeyUpdate().execute()
    const { stage, rule, letters, title, revision: kept } = await cutoffOf(tx, names.season, cutoffId, 'lock')
    if (kept !== revision) throw new Refusal('cutoff_conflict')
    refuseFaulty(rule, names)
    const open = await tx
      .selectFrom('protocols')
      .select('number')
      .where('stage_id', '=', stage.id)
      .where('published_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst()
    if (open) throw new Refusal('protocol_open', { values: { number: open.number } })
    const line = await workOut(tx, names, stage, rule)
    const counts = countsOf(line)
    if (line.judging.length > 0) throw new Refusal('judging_not_closed')
    if (counts.passed === 0) throw new Refusal('cutoff_empty')
    if (rule.ties === 'ask' && line.selection.ties.length > 0) throw new Refusal('cutoff_tie_open')
    if (changedBy(line).length > 0 && reason.trim() === '') throw new Refusal('correction_without_reason')
    const rows = rowsOf(line)
    const hash = hashOfRows(rows)
    const { last } = await tx
      .selectFrom('protocols')
      .select((eb) => eb.fn.max('number').as('last'))
      .where('competition_code', '=', competition)
      .executeTakeFirstOrThrow()
    const number = Number(last ?? 0) + 1
    const frozen: Frozen = {
      counts,
      line: line.selection.line,
      quotas: line.selection.quotas.map(({ of, ...quota }) => ({ ...quota, title: names.titleOf(quota.by, of) })),
      groups: groupsOf(line, names),
    }
    const { id } = await tx
      .insertInto('protocols')
      .values({
        ...{ competition_code: competition, number, stage_id: stage.id, title, reason: reason.trim(), hash },
        rule: JSON.stringify(rule),
        letters: JSON.stringify(letters),
        summary: JSON.stringify(frozen),
        frozen_by: actorId,
        frozen_at: clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertRows(tx, id, rows)
    await refuseIfDecided(tx, stageId, decidedUntil)
    await auditProtocol(tx, actorId, 'protocol_frozen', {
      ...{ competition, number, stage: stage.code, hash },
      inWords: `Протокол № ${number}: проходят ${counts.passed}, ждут ${counts.waiting}, не проходят ${counts.failed}`,
    })
    return { number }
  })
}

/** The last decision of the portal, once all decisions about people of this stage that are under way are made. */
const lastDecision = (db: Db, stageId: number) =>
  db.transaction().execute(async (tx) => {
    await takeTurnAtStage(tx, stageId, 'protocol')
    const { last } = await tx
      .selectFrom('stage_decisions')
      .select((eb) => eb.fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    return Number(last ?? 0)
  })

/** Throws when somebody was decided about while the protocol was worked out. From now on `decide` refuses. */
async function refuseIfDecided(tx: Tx, stageId: number, last: number): Promise<void> {
  await takeTurnAtStage(tx, stageId, 'protocol')
  const decided = await tx
    .selectFrom('stage_decisions')
    .select('id')
    .where('id', '>', last)
    .where('stage_id', '=', stageId)
    .limit(1)
    .executeTakeFirst()
  if (decided) throw new Refusal('changed_meanwhile')
}

const rowsOf = ({ people, selection }: Line) =>
  people.map(({ id, score, second, parts, track, region, district }) => {
    const { outcome, why, place, waiting } = chosenOf(selection, id)
    return { account_id: id, outcome, why, place, waiting, score, second, parts, track, region, district }
  })

async function insertRows(tx: Tx, protocolId: number, rows: ReturnType<typeof rowsOf>): Promise<void> {
  for (let from = 0; from < rows.length; from += batch)
    await sql`
      insert into protocol_rows (protocol_id, account_id, outcome, why, place, waiting, score, second, parts, track, region,
        district)
      select ${protocolId}, r.account_id, r.outcome, r.why, r.place, r.waiting, r.score, r.second, r.parts, r.track, r.region,
        r.district
      from jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + batch))}::jsonb) as r (account_id integer,
        outcome text, why text, place integer, waiting integer, score numeric, second numeric, parts jsonb, track text,
        region text, district text)`.execute(tx)
}

/** The audit holds numbers and the hash, never names. */
export const auditProtocol = (
  tx: Tx,
  actorId: number | null,
  action: string,
  of: { competition: string; number: number; stage: string; hash: string; inWords: string },
) =>
  recordAudit(tx, {
    actorId,
    action,
    subject: `stage:${of.competition}/${of.stage}`,
    detail: {
      ...{ competition: of.competition, stage: of.stage, protocol: of.number, hash: of.hash },
      changes: [{ field: 'protocol', title: of.inWords }],
    },
  })
