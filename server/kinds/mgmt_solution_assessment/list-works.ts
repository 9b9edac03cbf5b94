import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { authorName } from '#server/review/judging/list-readings.ts'
import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { peerStageAt } from './peer-stage.ts'
import { peerTable, type TabledWork } from './peer-table.ts'
import type { Only } from './rank-works.ts'

/** One page of works with their marks and reports. */
export async function listPeerWorks(services: Services, place: Place, { limit, offset, only }: Page & { only?: Only }) {
  const { db } = services
  const { stage, settings } = await peerStageAt(services, place)
  const { as_of, works, among } = await peerTable(services, { stage, settings })
  const found = only === undefined ? works : among[only].map((at) => works[at] ?? '')
  const shown = found.slice(offset, offset + limit).map((work) => JSON.parse(work) as TabledWork)
  const known = await wordsOf(db, stage.id, shown)
  return {
    as_of,
    count: found.length,
    works: shown.map(({ id, marks, ...work }) => ({
      ...work,
      work_id: id,
      name: known.works.get(id)?.name ?? '',
      test_id: known.works.get(id)?.test_id ?? null,
      outcome: known.works.get(id)?.outcome ?? null,
      marks: marks.map(({ judge, ...mark }) => ({ ...(known.people.get(judge) ?? { test_id: 0, name: '' }), ...mark })),
      reports: (known.reports.get(id) ?? []).map(({ text, at, open }) => ({ text, at: formatWire(at), open })),
    })),
  }
}

async function wordsOf(db: Db, stageId: number, works: readonly TabledWork[]) {
  const ids = works.map(({ id }) => id)
  const { rows: named } = await sql<{
    id: number
    name: string
    test_id: number | null
    outcome: 'passed' | 'failed' | null
  }>`
    select w.id, ${authorName} as name, a.test_id,
      case when f.passed_at is not null then 'passed' when f.failed_at is not null then 'failed' end as outcome
    from works w
    left join accounts a on a.id = w.account_id
    left join formed_teams t on t.id = w.team_id
    left join stage_facts f on f.stage_id = w.stage_id and f.account_id = w.account_id
    where w.id = any(${ids}::int[])`.execute(db)
  const { rows: reports } = await sql<{ work: number; text: string; at: Date; open: boolean }>`
    select work_id as work, text, reported_at as at, decided_at is null as open from peer_reports
    where stage_id = ${stageId} and work_id = any(${ids}::int[]) order by reported_at`.execute(db)
  return {
    works: new Map(named.map((work) => [work.id, work])),
    reports: Map.groupBy(reports, ({ work }) => work),
    people: await namesOf(db, [...new Set(works.flatMap(({ marks }) => marks.map(({ judge }) => judge)))]),
  }
}

/** Names and numbers of people by their account. */
export async function namesOf(db: Db, accounts: readonly number[]) {
  if (accounts.length === 0) return new Map<number, { test_id: number; name: string }>()
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'test_id', 'last_name', 'first_name', 'middle_name'])
    .where('id', 'in', accounts)
    .execute()
  return new Map(rows.map(({ id, test_id, ...name }) => [id, { test_id, name: formalName(name) }]))
}
