import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { PeerMark } from '#shared/kinds/mgmt_solution_assessment/peer-mark.ts'
import { doubtfulWorks } from '#shared/kinds/mgmt_solution_assessment/suspicious.ts'
import type { PeerStage } from './peer-stage.ts'
import type { Scores } from './score-works.ts'

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

/** What the ranking of a stage depends on. */
export interface Ranked {
  stage: Pick<PeerStage['stage'], 'id'>
  settings: Pick<PeerStage['settings'], 'received' | 'gap'>
}

/** Every work of the stage, the best first. A work is ranked if it has enough marks and its authors have assessed. */
export async function rankWorks(db: Db, { stage, settings }: Ranked, scores: Scores): Promise<RankedWork[]> {
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
  const inRing = new Set(scores.rings.flatMap(({ people }) => people))
  const doubtful = new Set([...blocksOf(scores)].flatMap(([rater, block]) => doubtfulIn(block, inRing.has(rater))))
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

export const blocksOf = ({ given }: Scores) => Map.groupBy(given, ({ judge }) => judge)

/** The works whose marks by this person are doubtful. Excluded marks do not count. */
export const doubtfulOf = ({ given, rings }: Scores, rater: number): number[] =>
  doubtfulIn(
    given.filter(({ judge }) => judge === rater),
    rings.some(({ people }) => people.includes(rater)),
  )

const doubtfulIn = (block: Scores['given'], inRing: boolean) =>
  doubtfulWorks(
    block.filter(({ excluded }) => !excluded),
    inRing,
  )

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

export const onlys = ['short', 'disputed', 'suspicious', 'stopped'] as const
export type Only = (typeof onlys)[number]
export const isAmong = (work: RankedWork, only: Only | undefined): boolean =>
  only === undefined || (only === 'stopped' ? work.state === 'stopped' : work[only])
