import type { Db } from '#server/db.ts'
import { withPicture } from '#server/forms/files/picture-name.ts'
import type { Services } from '#server/services.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { teamOf } from '#server/stages/person-stages.ts'
import { behavioursOf, competenciesOf, maxEqualMarks } from '#shared/kinds/teams_evaluation/mark-rules.ts'
import {
  countedAt,
  type EvaluationSettings,
  evaluationType,
  type InEvaluation,
  membersOf,
  settingsOf,
  shortName,
} from './evaluation-stage.ts'
import { pseudonym, sheetsAbout } from './sheets.ts'

/** The teammates with this person's marks of them and, after the count, the person's own report. */
export async function readMarksPage(services: Services, of: InEvaluation) {
  const { db, seasons, clock } = services
  const { accountId, stageId } = of
  const { row, state, all } = await oneStage(db, seasons, accountId, { stageId, type: evaluationType }, clock())
  const settings = settingsOf(row)
  const team = teamOf(all)
  const [members, counted, rater, name] = await Promise.all([
    team ? membersOf(db, stageId, team.id) : [],
    countedAt(db, stageId),
    db
      .selectFrom('team_mark_raters')
      .select('revision')
      .where('stage_id', '=', stageId)
      .where('account_id', '=', accountId)
      .executeTakeFirst(),
    team ? db.selectFrom('formed_teams').select('name').where('id', '=', team.id).executeTakeFirst() : null,
  ])
  const teammates = members.filter(({ account_id }) => account_id !== accountId)
  const sheets = await sheetsAbout(
    db,
    stageId,
    teammates.map(({ account_id }) => account_id),
  )
  const me = members.find(({ account_id }) => account_id === accountId)
  const everybody = members.every(({ done }) => done)
  return {
    status: state.status,
    team: name ? { name: name.name, members: members.length, done: members.filter(({ done }) => done).length } : null,
    anonymous: members.length !== 2,
    same_mark_most: maxEqualMarks(settings.distribution, teammates.length),
    behaviours: behavioursOf(settings),
    teammates: teammates.map((member) => {
      const sheet = sheets.get(member.account_id)?.[
        pseudonym(services, { stageId, rater: accountId, target: member.account_id })
      ]
      return {
        ...{ test_id: member.test_id, name: shortName(member), avatar: withPicture(services, member).avatar },
        ...{ captain: member.role === 'captain', marks: sheet?.marks ?? {}, words: sheet?.words ?? '' },
      }
    }),
    revision: rater?.revision ?? 0,
    done: me?.done ?? false,
    final: counted !== null || !state.is_active || everybody,
    counted: counted !== null,
    report: counted ? await ownReport(db, of, settings) : null,
  }
}

async function ownReport(db: Db, { accountId, stageId }: InEvaluation, settings: EvaluationSettings) {
  const row = await db
    .selectFrom('team_mark_reports as r')
    .innerJoin('accounts as a', 'a.id', 'r.account_id')
    .leftJoin('team_agreed as g', (join) =>
      join.onRef('g.stage_id', '=', 'r.stage_id').onRef('g.team_id', '=', 'r.team_id'),
    )
    .select(['r.raters', 'r.report', 'r.team_mean', 'r.score', 'r.words', 'g.marks', 'a.test_id'])
    .where('r.stage_id', '=', stageId)
    .where('r.account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) return null
  const { report, marks } = row
  return {
    raters: row.raters,
    means: behavioursOf(settings).flatMap(({ title }, at) => {
      const mean = report?.means[at]
      return mean === undefined ? [] : [{ title, mean }]
    }),
    mean: report?.mean ?? null,
    team_mean: report ? row.team_mean : null,
    words: row.words,
    score: row.score,
    observed: marks
      ? competenciesOf(settings).map(({ code, title }) => ({
          ...{ title, person: marks[`${row.test_id}_${code}`] ?? null, team: marks[`team_${code}`] ?? null },
        }))
      : [],
  }
}
