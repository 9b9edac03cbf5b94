import { type Insertable, sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { settle } from '#server/stages/settle.ts'
import { teamsAt } from '#server/stages/teams-at.ts'
import { tellOutcome } from '#server/stages/tell-outcome.ts'
import { behavioursOf, isWhole } from '#shared/kinds/teams_evaluation/mark-rules.ts'
import {
  highestPairs,
  scoreWith,
  straightLines,
  type TeamReport,
  teamMean,
  teamReport,
} from '#shared/kinds/teams_evaluation/report.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { countedAt, type EvaluationSettings, lockCount, ownersEvaluation, type Place } from './evaluation-stage.ts'
import { keepFlags } from './flags.ts'
import { pairsIn, pseudonym, type Sheets } from './sheets.ts'
import type { Sheet, TeamsEvaluationTables } from './tables.ts'

interface How {
  skip_straight: boolean
  skip_pairs: boolean
}

/** How many people are notified in one transaction. */
const toldTogether = 200
const reason = 'Вы оценили команду. Отчёт о вас — на странице этапа.'

/**
 * Makes the reports, only once: the difference between two counts would reveal marks given in between. People who have
 * marked their team pass the stage.
 */
export async function countMarks(services: Services, actorId: number, place: Place, how: How) {
  const { season, stage, settings } = await ownersEvaluation(services, place)
  const base = settings.use === 'score' ? (season.byCode.get(settings.score_of)?.id ?? null) : null
  await services.db.transaction().execute(async (tx) => {
    await lockCount(tx, stage.id, 'count')
    if (await countedAt(tx, stage.id)) return
    const now = services.clock()
    await makeReports(tx, services, { stage, settings, base, how })
    await tx
      .insertInto('team_evaluations')
      .values({ stage_id: stage.id, counted_at: now, counted_by: actorId })
      .onConflict((conflict) => conflict.column('stage_id').doUpdateSet({ counted_at: now, counted_by: actorId }))
      .execute()
    await audited(tx, actorId, place, 'team_marks_counted', [
      ...(how.skip_straight ? [{ field: 'skip_straight', title: 'Без тех, кто поставил всем одно и то же' }] : []),
      ...(how.skip_pairs ? [{ field: 'skip_pairs', title: 'Без взаимных высших оценок' }] : []),
    ])
  })
  // A repetition continues with the people who were not notified.
  while (await passSome(services, stage.id)) {}
  return figuresOf(services, stage.id)
}

const figuresOf = ({ db }: Services, stageId: number) =>
  db
    .selectFrom('team_mark_reports')
    .select((is) => [
      sql<number>`(${is.fn.countAll()})::int`.as('people'),
      sql<number>`(${is.fn.count('report')})::int`.as('reports'),
    ])
    .where('stage_id', '=', stageId)
    .executeTakeFirstOrThrow()

async function passSome(services: Services, stageId: number): Promise<boolean> {
  const now = services.clock()
  return services.db.transaction().execute(async (tx) => {
    const people = await tx
      .selectFrom('stage_facts')
      .select('account_id')
      .where('stage_id', '=', stageId)
      .where('submitted_at', 'is not', null)
      .where('passed_at', 'is', null)
      .where('failed_at', 'is', null)
      .orderBy('account_id')
      .limit(toldTogether)
      .forUpdate()
      .execute()
    const accountIds = people.map(({ account_id }) => account_id)
    if (accountIds.length === 0) return false
    await settle(tx, { accountIds, stageId, outcome: 'passed', reason }, now)
    await tellOutcome(tx, services, accountIds, { stageId, outcome: 'passed', text: reason })
    return true
  })
}

interface Counted {
  stage: SeasonStage
  settings: EvaluationSettings
  /** The stage whose points the marks change. */
  base: number | null
  how: How
}

async function makeReports(tx: Tx, services: Services, { stage, settings, base, how }: Counted): Promise<void> {
  const stageId = stage.id
  const rows = await tx
    .selectFrom('team_marks')
    .select(['account_id', 'sheets'])
    .where('stage_id', '=', stageId)
    .execute()
  const sheets: Sheets = new Map(rows.map((row) => [row.account_id, row.sheets]))
  if (!rows.some((row) => Object.values(row.sheets).some(({ done }) => done))) throw new Refusal('nothing_to_count')
  const { rows: members } = await sql<{ team_id: number; account_id: number }>`
    select m.team_id, m.account_id from (${teamsAt(stage)}) as t
    join formed_team_members m on m.team_id = t.id and m.state = 'active'
    order by m.team_id, m.account_id`.execute(tx)
  const teams = new Map<number, number[]>()
  for (const { team_id, account_id } of members) teams.set(team_id, [...(teams.get(team_id) ?? []), account_id])
  const skipped = new Set<string>()
  for (const [teamId, people] of teams) {
    const pairs = pairsIn(services, stageId, people, sheets)
    await keepFlags(tx, { stageId, teamId }, pairs, settings)
    const straight = new Set(how.skip_straight ? straightLines(pairs) : [])
    for (const { rater, name } of pairs) if (straight.has(rater)) skipped.add(name)
    for (const [one, other] of how.skip_pairs ? highestPairs(pairs, settings.scale) : []) {
      skipped.add(pseudonym(services, { stageId, rater: one, target: other }))
      skipped.add(pseudonym(services, { stageId, rater: other, target: one }))
    }
  }
  const teamOf = new Map(members.map(({ team_id, account_id }) => [account_id, team_id]))
  const people = [...new Set([...sheets.keys(), ...teamOf.keys()])]
  const bases = await pointsAt(tx, base, people)
  const asked = behavioursOf(settings)
  const found = people.map((account_id) => {
    const whole = Object.entries(sheets.get(account_id) ?? {})
      .filter(([name, { done, marks }]) => done && !skipped.has(name) && isWhole(marks, asked, settings.scale))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, sheet]) => sheet)
    return { account_id, whole, report: teamReport(settings, whole) }
  })
  const means = new Map(
    [...teams].map(([teamId, inTeam]) => {
      const own = new Set(inTeam)
      return [teamId, teamMean(found.filter((each) => own.has(each.account_id)).map(({ report }) => report))] as const
    }),
  )
  const kept = found.map(({ account_id, whole, report }) => {
    const team_id = teamOf.get(account_id) ?? null
    const points = base === null ? null : scoreWith(settings, bases.get(account_id) ?? null, report)
    return {
      ...{ stage_id: stageId, account_id, team_id, raters: whole.length },
      report: report && JSON.stringify(report),
      team_mean: team_id === null ? null : (means.get(team_id) ?? null),
      ...{ score: points, words: wordsFor(whole, report) },
    }
  })
  await keepReports(tx, kept, services.clock())
}

/** With few marks, texts are passed on only if they were written in a team of two, to be read by the only teammate. */
function wordsFor(whole: readonly Sheet[], report: TeamReport | null): string[] {
  const [only] = whole
  const read = report ? whole : whole.length === 1 && only?.two ? whole : []
  return read.map(({ words }) => words).filter((words) => words !== '')
}

async function pointsAt(tx: Tx, stageId: number | null, people: readonly number[]): Promise<Map<number, number>> {
  if (stageId === null) return new Map()
  const { rows } = await sql<{ account_id: number; score: number }>`
    select account_id, score::float8 as score from stage_results
    where stage_id = ${stageId} and score is not null and account_id = any(${[...people]}::int[])`.execute(tx)
  return new Map(rows.map(({ account_id, score }) => [account_id, score]))
}

/** How many rows one statement inserts. */
const atOnce = 1000

async function keepReports(
  tx: Tx,
  kept: readonly (Insertable<TeamsEvaluationTables['team_mark_reports']> & { score: number | null })[],
  now: Date,
): Promise<void> {
  for (let at = 0; at < kept.length; at += atOnce) {
    const part = kept.slice(at, at + atOnce)
    await tx.insertInto('team_mark_reports').values(part).execute()
    const scored = part.filter(({ score }) => score !== null)
    if (scored.length === 0) continue
    await tx
      .insertInto('stage_results')
      .values(
        scored.map(({ stage_id, account_id, score, report }) => ({
          ...{ stage_id, account_id, score, computed_at: now },
          detail: JSON.stringify({ with_marks: Boolean(report) }),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'stage_id']).doUpdateSet((is) => ({
          ...{ score: is.ref('excluded.score'), detail: is.ref('excluded.detail'), computed_at: now },
        })),
      )
      .execute()
  }
}
