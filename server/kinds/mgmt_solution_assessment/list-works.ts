import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { authorName } from '#server/review/judging/list-readings.ts'
import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import type { PeerMark } from '#shared/kinds/mgmt_solution_assessment/peer-mark.ts'
import { doubtfulWorks } from '#shared/kinds/mgmt_solution_assessment/suspicious.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { type PeerStage, peerStageAt } from './peer-stage.ts'
import { type Scores, scoreWorks } from './score-works.ts'

type State = 'assessed' | 'reference' | 'stopped' | 'plagiarism' | 'decided'

export interface RankedWork {
  id: number
  state: State
  given: number
  mark: (PeerMark & { spread: number | null }) | null
  /** How many experts were named for it. */
  experts: number
  short: boolean
  disputed: boolean
  /** Marked in a suspicious block, and by no expert. */
  suspicious: boolean
  /** The place in the ranking; null for a work outside it. */
  place: number | null
  /** Why the work is not ranked. */
  because: string
}

interface Row {
  id: number
  reference: boolean
  given: number
  stopped: boolean
  plagiarism: boolean
  waits: boolean
  fulfilled: boolean
  experts: number
}

/** Every work of the stage, the best first. A work is ranked if it has enough marks and its authors have assessed. */
export async function rankWorks(db: Db, { stage, settings }: PeerStage, scores: Scores): Promise<RankedWork[]> {
  const { rows } = await sql<Row>`
    select w.id, e.work_id is not null as reference, coalesce(p.given, 0) as given,
      coalesce(p.stopped_at, e.stopped_at) is not null as stopped,
      coalesce(p.plagiarism, e.plagiarism, false) as plagiarism, w.waits_since is not null as waits, (
        select coalesce(bool_and(r.finished_at is not null or r.short_since is not null), false)
        from (
          select w.account_id as id where w.account_id is not null
          union all
          select m.account_id from formed_team_members m where m.team_id = w.team_id and m.state = 'active'
        ) as author
        left join peer_raters r on r.stage_id = ${stage.id} and r.account_id = author.id
      ) as fulfilled,
      (select count(*)::int from readings r where r.work_id = w.id and r.abstained is null) as experts
    from works w
    left join peer_pool p on p.work_id = w.id and p.stage_id = ${stage.id}
    left join peer_references e on e.work_id = w.id and e.stage_id = ${stage.id}
    where p.work_id is not null or e.work_id is not null`.execute(db)
  const doubtful = new Set([...blocksOf(scores).keys()].flatMap((rater) => doubtfulOf(scores, rater)))
  const works = rows.map((row) => {
    const mark = scores.marks.get(row.id) ?? null
    const enough = mark !== null && (row.reference || mark.experts > 0 || mark.received >= settings.received)
    return {
      id: row.id,
      state: stateOf(row),
      given: row.given,
      mark,
      experts: row.experts,
      short: !row.reference && !row.stopped && row.waits && !enough,
      disputed: !row.reference && (mark?.spread ?? 0) >= settings.gap && (mark?.experts ?? 0) === 0,
      suspicious: !row.reference && doubtful.has(row.id) && (mark?.experts ?? 0) === 0,
      place: null as number | null,
      because: unrankedBecause(row, enough),
    }
  })
  const best = (a: RankedWork, b: RankedWork) =>
    Number(a.because !== '') - Number(b.because !== '') ||
    (b.mark?.balanced ?? -1) - (a.mark?.balanced ?? -1) ||
    a.id - b.id
  works.sort(best)
  works.forEach((work, at) => {
    if (work.because !== '') return
    const above = works[at - 1]
    work.place = above && above.mark?.balanced === work.mark?.balanced ? above.place : at + 1
  })
  return works
}

const blocksOf = ({ given }: Scores) => Map.groupBy(given, ({ judge }) => judge)

/** The works whose marks by this person are doubtful. Excluded marks do not count. */
export function doubtfulOf(scores: Scores, rater: number): number[] {
  const block = scores.given.filter(({ judge, excluded }) => judge === rater && !excluded)
  return doubtfulWorks(
    block,
    scores.rings.some(({ people }) => people.includes(rater)),
  )
}

function stateOf({ reference, stopped, plagiarism, waits }: Row): State {
  if (plagiarism) return 'plagiarism'
  if (stopped) return 'stopped'
  if (!waits) return 'decided'
  return reference ? 'reference' : 'assessed'
}

function unrankedBecause({ plagiarism, stopped, fulfilled }: Row, enough: boolean): string {
  if (plagiarism) return 'Признана заимствованной'
  if (stopped) return 'Остановлена до решения о заимствовании'
  if (!fulfilled) return 'Автор не оценил чужие работы'
  return enough ? '' : 'Не хватает оценок'
}

export type Only = 'short' | 'disputed' | 'suspicious' | 'stopped'
export const isAmong = (work: RankedWork, only: Only | undefined): boolean =>
  only === undefined || (only === 'stopped' ? work.state === 'stopped' : work[only])

/** One page of works with their marks and reports. */
export async function listPeerWorks(services: Services, place: Place, { limit, offset, only }: Page & { only?: Only }) {
  const { db } = services
  const peer = await peerStageAt(services, place)
  const scores = await scoreWorks(db, peer.stage.id)
  const works = (await rankWorks(db, peer, scores)).filter((work) => isAmong(work, only))
  const shown = works.slice(offset, offset + limit)
  const known = await wordsOf(db, peer.stage.id, shown, scores)
  return {
    count: works.length,
    works: shown.map(({ id, state, given, mark, experts, place: ranked, because }) => {
      const marks = scores.given.filter(({ work, pooled }) => work === id && pooled)
      return {
        work_id: id,
        name: known.works.get(id)?.name ?? '',
        test_id: known.works.get(id)?.test_id ?? null,
        state,
        given,
        received: mark?.received ?? 0,
        raw: mark?.raw ?? null,
        balanced: mark?.balanced ?? null,
        spread: mark?.spread ?? null,
        experts,
        place: ranked,
        unranked_because: because,
        outcome: known.works.get(id)?.outcome ?? null,
        marks: marks.map(({ judge, total, excluded }) => ({
          ...(known.people.get(judge) ?? { test_id: 0, name: '' }),
          total,
          weight: scores.quality.get(judge)?.weight ?? 1,
          counts: !excluded,
        })),
        reports: (known.reports.get(id) ?? []).map(({ text, at, open }) => ({ text, at: formatWire(at), open })),
      }
    }),
  }
}

async function wordsOf(db: Db, stageId: number, works: readonly RankedWork[], { given }: Scores) {
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
  const shown = new Set(ids)
  return {
    works: new Map(named.map((work) => [work.id, work])),
    reports: Map.groupBy(reports, ({ work }) => work),
    people: await namesOf(db, [...new Set(given.flatMap(({ work, judge }) => (shown.has(work) ? [judge] : [])))]),
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
