import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { messagePeople } from '#server/messages/notifications/message-person.ts'
import { peopleWithStoppedWork } from '#server/review/judging/stopped.ts'
import { counts } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { lockFactsOfMany } from '#server/stages/facts.ts'
import { settleEach } from '#server/stages/settle.ts'
import { tellOutcomes } from '#server/stages/tell-outcome.ts'
import type { Letters } from '#shared/review/cutoffs/rule.ts'
import type { Outcome, Why } from '#shared/review/cutoffs/select-people.ts'
import { auditProtocol, countsInWords, type Frozen } from './frozen.ts'
import { textOf, waitingTitle } from './preview-letters.ts'
import { peopleWithLostResult } from './read-people.ts'
import { isChange } from './work-out.ts'

/** How many people one transaction publishes. */
const batch = 100

/** Publishes every protocol whose minute has come, and continues interrupted publications. */
export async function publishDue(services: Services): Promise<void> {
  const due = await services.db
    .selectFrom('protocols')
    .select('id')
    .where('publish_at', '<=', services.clock())
    .where('published_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('publish_at')
    .execute()
  const failures: unknown[] = []
  for (const { id } of due)
    try {
      while (!(await publishSome(services, id))) {
        // Each batch is a transaction of its own.
      }
    } catch (failure) {
      failures.push(failure)
    }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} protocols could not be published`)
}

interface Row {
  account_id: number
  outcome: Exclude<Outcome, 'none'>
  why: Why | null
  place: number | null
  waiting: number | null
  score: string | null
  parts: Record<string, number>
}

/**
 * Publishes some people of a protocol, and returns whether all are done. A person is marked as done in the transaction
 * that writes the decision and the letter, so an interrupted publication continues where it stopped, and nobody is
 * notified twice.
 */
export function publishSome(services: Services, protocolId: number): Promise<boolean> {
  const now = services.clock()
  return services.db.transaction().execute(async (tx) => {
    const protocol = await tx
      .selectFrom('protocols as p')
      .innerJoin('stages as s', 's.id', 'p.stage_id')
      .select(['p.id', 'p.number', 'p.competition_code', 'p.stage_id', 'p.letters', 'p.reason', 'p.confirmed_by'])
      .select(['p.publish_at', 'p.published_at', 'p.withdrawn_at', 'p.summary', 'p.hash', 's.code', 's.title'])
      .where('p.id', '=', protocolId)
      .forUpdate('p')
      .executeTakeFirst()
    if (!protocol?.publish_at || protocol.publish_at > now || protocol.published_at || protocol.withdrawn_at)
      return true
    const { rows } = await sql<Row>`
      select account_id, outcome, why, place, waiting, score, parts from protocol_rows
      where protocol_id = ${protocolId} and done_at is null and outcome <> 'none'
      order by account_id limit ${batch}`.execute(tx)
    if (rows.length > 0) {
      await publishRows(tx, services, protocol, rows, now)
      return false
    }
    await tx.updateTable('protocols').set({ published_at: now }).where('id', '=', protocolId).execute()
    await auditProtocol(tx, protocol.confirmed_by, 'protocol_published', {
      ...{ competition: protocol.competition_code, number: protocol.number, stage: protocol.code, hash: protocol.hash },
      inWords: countsInWords(protocol.number, (protocol.summary as Frozen).counts),
    })
    return true
  })
}

interface Published {
  id: number
  number: number
  competition_code: string
  stage_id: number
  letters: Letters
  reason: string
  confirmed_by: number | null
  summary: Frozen
  code: string
  title: string
}

async function publishRows(
  tx: Tx,
  services: Services,
  protocol: Published,
  rows: readonly Row[],
  now: Date,
): Promise<void> {
  const { stage_id: stageId, competition_code: competition } = protocol
  const ids = rows.map(({ account_id }) => account_id)
  const { settled, shut, ownScores } = await lockPeople(tx, services, { stageId, competition, ids })
  const comments = await commentsOn(tx, stageId, ids)
  const stopped = await peopleWithStoppedWork(tx, stageId, ids)
  // A work that was taken from somebody may fail; a stopped work gets no other decision until the report is decided.
  const isHeld = (id: number, decides: 'passed' | 'failed' | null) =>
    decides !== null && stopped.has(id) && !(decides === 'failed' && stopped.get(id))
  const of = protocol.summary.counts.people - protocol.summary.counts.none
  const changes = rows
    .filter(({ account_id }) => !shut.has(account_id))
    .map((row) => {
      const before = settled.get(row.account_id) ?? null
      // A person who passed before and is now to wait no longer passes.
      const decides = row.outcome === 'waiting' ? (before === 'passed' ? 'failed' : null) : row.outcome
      const recipient = { ...row, id: row.account_id, score: row.score === null ? null : Number(row.score) }
      const reason = isChange(before, row.outcome) ? protocol.reason : ''
      return { row, before, decides, text: textOf(protocol.letters, recipient, { of, reason }) }
    })
    .filter(({ before, decides }) => decides === null || decides !== before)
  const held = new Set(changes.flatMap(({ row, decides }) => (isHeld(row.account_id, decides) ? [row.account_id] : [])))
  const told = changes.filter(({ row }) => !held.has(row.account_id))
  const tellIds = new Set(told.map(({ row }) => row.account_id))
  for (const outcome of ['passed', 'failed'] as const) {
    const decided = told
      .filter(({ decides }) => decides === outcome)
      .map(({ row: { account_id: accountId }, text: reason }) => ({
        ...{ accountId, reason, comments: comments.get(accountId) },
      }))
    await settleEach(tx, { stageId, outcome, decidedBy: protocol.confirmed_by }, decided, now)
  }
  // A kind that works out scores publishes them itself, with the texts of its page.
  const scored = told.flatMap(({ row, decides }) => {
    const score = row.parts[protocol.code]
    return decides === null || score === undefined || ownScores ? [] : [{ account: row.account_id, score }]
  })
  await sql`
    insert into stage_results (account_id, stage_id, score, detail, computed_at)
    select s.account, ${stageId}, s.score, ${JSON.stringify({ protocol: protocol.number })}::jsonb, ${now}
    from jsonb_to_recordset(${JSON.stringify(scored)}::jsonb) as s (account integer, score numeric)
    on conflict (account_id, stage_id) do nothing`.execute(tx)
  const lettersTo = (outcome: Outcome) =>
    told.filter(({ row }) => row.outcome === outcome).map(({ row, text }) => ({ accountId: row.account_id, text }))
  for (const outcome of ['passed', 'failed'] as const)
    await tellOutcomes(tx, services, lettersTo(outcome), { stageId, outcome })
  const waiting = lettersTo('waiting')
  const link = { path: `/${competition}`, words: 'Открыть этапы' }
  if (waiting.length > 0)
    await messagePeople(tx, services, waiting, { kind: 'stages', title: waitingTitle(protocol.title), link })
  const done = rows.map(({ account_id: account }) => ({
    account,
    done: shut.has(account) ? 'disqualified' : held.has(account) ? 'stopped' : tellIds.has(account) ? 'told' : 'same',
  }))
  await sql`
    update protocol_rows r set done_at = ${now}, done = d.done
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as d (account integer, done text)
    where r.protocol_id = ${protocol.id} and r.account_id = d.account`.execute(tx)
}

/** Locks the people in the order of a hand-in, the team before the facts, and returns their state under that lock. */
async function lockPeople(
  tx: Tx,
  { seasons }: Services,
  { stageId, competition, ids }: { stageId: number; competition: string; ids: readonly number[] },
) {
  const stage = (await seasons.known(tx, competition))?.byId.get(stageId)
  if (stage?.kind?.contract.work === 'team')
    await sql`
      select from formed_teams where id in (
        select team_id from formed_team_members where account_id = any(${ids}::int[]) and state = 'active')
      order by id for update`.execute(tx)
  const { rows: people } = await sql<{ account_id: number; shut: boolean }>`
    select account_id, disqualified_at is not null as shut from participations
    where competition_code = ${competition} and account_id = any(${ids}::int[])
    order by account_id for share`.execute(tx)
  const facts = await lockFactsOfMany(tx, ids, stageId)
  const lost =
    stage?.kind?.contract.work === 'team' ? await peopleWithLostResult(tx, competition, ids) : new Set<number>()
  return {
    ownScores: stage?.kind?.rawScores !== undefined,
    settled: new Map(facts.map(({ account_id, settled }) => [account_id, settled])),
    // A person who has left the competition is not notified either.
    shut: new Set(
      ids.filter((id) => lost.has(id) || people.find(({ account_id }) => account_id === id)?.shut !== false),
    ),
  }
}

/** What the judges wrote for each person. The order does not reveal who wrote it. */
async function commentsOn(tx: Tx, stageId: number, ids: readonly number[]): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ account_id: number; comments: string[] }>`
    select owner.account_id, array_agg(distinct r.comment) as comments
    from readings r
    join works w on w.id = r.work_id
    cross join lateral (
      select w.account_id where w.account_id is not null
      union all
      select m.account_id from formed_team_members m where m.team_id = w.team_id and m.state = 'active'
    ) as owner
    where w.stage_id = ${stageId} and ${counts} and r.comment <> '' and owner.account_id = any(${ids}::int[])
    group by 1`.execute(tx)
  return new Map(rows.map(({ account_id, comments }) => [account_id, comments]))
}
