import { giveDuty } from '#server/accounts/rights/staff.ts'
import type { Tx } from '#server/db.ts'
import { keepSheets, pseudonym } from '#server/kinds/teams_evaluation/sheets.ts'
import type { Sheet } from '#server/kinds/teams_evaluation/tables.ts'
import { teamMean, teamReport } from '#shared/kinds/teams_evaluation/report.ts'
import { fillTeams } from '../fill-formed-teams.ts'
import { byDay, daysFrom } from '../moment.ts'
import { type KindDemo, type KindFilling, open } from './kind-demo.ts'

const behaviours = [
  { title: 'Делает обещанное в срок', hint: '' },
  { title: 'Слышит других', hint: 'Меняет мнение, если довод сильнее' },
  { title: 'Предлагает решения', hint: '' },
  { title: 'Помогает, когда трудно', hint: '' },
]
const competencies = [
  { title: 'Стратегическое мышление', hint: 'Видит, к чему решение приведёт через год' },
  { title: 'Влияние', hint: '' },
]
const settings = { behaviours, scale: 5, min_raters: 3, trimmed: false }

const words = [
  'Спасибо, что взял на себя цифры: без них нас бы не услышали.',
  'Хотелось бы узнавать о задержках раньше, а не в последний вечер.',
  '',
  'Ты умеешь успокоить спор. Говори чаще.',
]

/** Four people who have worked together; the first has not marked the others yet. */
const morning = ['demo013@demo.test', 'demo015@demo.test', 'demo017@demo.test', 'demo019@demo.test']

interface Member {
  account_id: number
  test_id: number
}

interface DemoTeam {
  team_id: number
  members: Member[]
}

type Teams = Record<'full' | 'own' | 'four', DemoTeam>

/**
 * One open stage with marks, and one that is counted. The captain's team is nearly done, the finalist's team of two has
 * begun, the others have done nothing.
 */
export const teamsEvaluationDemo: KindDemo = {
  stages: [
    open({
      code: 'marks',
      type: 'teams_evaluation',
      title: 'Оценка команды',
      summary: 'Каждый оценивает товарищей, никто не узнаёт, кто что поставил.',
      minutes: 15,
      settings: { behaviours, competencies },
    }),
    open({
      code: 'first_marks',
      type: 'teams_evaluation',
      title: 'Первая оценка команды',
      summary: 'Итоги подведены: отчёт виден каждому, кого оценили трое и больше.',
      minutes: 15,
      settings: { behaviours, competencies },
    }),
  ],
  async fill(filling) {
    const { tx, stage, now } = filling
    const members = await tx
      .selectFrom('accounts')
      .select('id')
      .where('email', 'in', morning)
      .orderBy('email')
      .execute()
    const [fourth = 0] = await fillTeams(
      tx,
      { stage_id: stage('teams'), competition_code: 'all_kinds' },
      [{ name: 'Утренний кофе', about: 'Встречаемся до работы.', members: members.map(({ id }) => id) }],
      now,
    )
    const teams = await teamsIn(filling)
    const [full, own] = teams
    const four = teams.find(({ team_id }) => team_id === fourth)
    if (!full || !own || !four) throw new Error('the demo has teams by now')
    await fillOpen(filling, { full, own, four })
    await fillCounted(filling, { full, own, four })
  },
}

/** The teams, oldest first: «Полный состав», «Ждём третьего» and the others. */
async function teamsIn({ tx, stage }: KindFilling): Promise<DemoTeam[]> {
  const rows = await tx
    .selectFrom('formed_team_members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select(['m.team_id', 'm.account_id', 'a.test_id'])
    .where('m.stage_id', '=', stage('teams'))
    .where('m.state', '=', 'active')
    .orderBy('m.team_id')
    .orderBy('m.since')
    .execute()
  return [...new Set(rows.map(({ team_id }) => team_id))].map((team_id) => ({
    team_id,
    members: rows.filter((row) => row.team_id === team_id),
  }))
}

/** The marks and words of one person about another: a little different for each pair, equal at every load. */
function sheetOf(rater: number, target: number): Sheet {
  const mark = (at: number) => 3 + ((rater * 2 + target + at) % 3)
  return {
    marks: Object.fromEntries(behaviours.map((_each, at) => [`b${at + 1}`, mark(at)])),
    words: words[rater % 4] ?? '',
  }
}

/** The sheets of a team by the marked person, from the members who have come that far. */
function sheetsIn(
  { config, stage }: KindFilling,
  code: string,
  { members }: DemoTeam,
  got: readonly ('done' | 'begun' | 'none')[],
) {
  const sheets = new Map<number, Record<string, Sheet>>(members.map(({ account_id }) => [account_id, {}]))
  for (const [rater, from] of members.entries())
    for (const [target, to] of members.entries()) {
      const state = got[rater] ?? 'none'
      // A person who has only begun has not marked the last members yet.
      if (rater === target || state === 'none' || (state === 'begun' && target > 1)) continue
      const of = { stageId: stage(code), rater: from.account_id, target: to.account_id }
      sheets.set(to.account_id, {
        ...sheets.get(to.account_id),
        [pseudonym({ config }, of)]: {
          ...sheetOf(rater, target),
          ...(state === 'done' && { done: true as const }),
          ...(members.length === 2 && { two: true as const }),
        },
      })
    }
  return sheets
}

async function fillOpen(filling: KindFilling, { full, own, four }: Teams): Promise<void> {
  const { tx, stage, now } = filling
  const stageId = stage('marks')
  const at = byDay(daysFrom(now, -0.6))
  for (const [team, got] of [
    [full, ['none', 'done', 'done', 'done', 'begun']],
    [own, ['none', 'begun']],
    [four, ['none', 'done', 'done', 'done']],
  ] as const) {
    const people = team.members.map(({ account_id }) => account_id)
    await keepSheets(tx, stageId, sheetsIn(filling, 'marks', team, got), people)
    const begun = people.filter((_each, place) => got[place] !== 'none')
    await tx
      .insertInto('team_mark_raters')
      .values(begun.map((account_id) => ({ stage_id: stageId, account_id, revision: 1 })))
      .execute()
    await tx
      .insertInto('stage_facts')
      .values(
        people.flatMap((account_id, place) =>
          got[place] === 'none'
            ? []
            : [{ account_id, stage_id: stageId, started_at: at, submitted_at: got[place] === 'done' ? at : null }],
        ),
      )
      .execute()
  }
  await fillObservers(filling, full, own)
}

/** Two observers have marked the captain's team and not agreed yet; one of them has still to mark the team of two. */
async function fillObservers(filling: KindFilling, full: DemoTeam, own: DemoTeam): Promise<void> {
  const { tx, named, stage, now } = filling
  const stageId = stage('marks')
  const other = await accountOf(tx, 'demo012@demo.test')
  const at = byDay(daysFrom(now, -0.5))
  for (const [place, observer] of [named.assessor, other].entries()) {
    const duty = { stage_id: stageId, duty: 'judge' as const, region: null, employer: '' }
    await giveDuty(tx, observer, duty, { by: named.admin, at })
    const marks = JSON.stringify(gridOf(full, place))
    const of = { stage_id: stageId, observer_id: observer, assigned_at: at }
    await tx
      .insertInto('team_observers')
      .values({
        ...of,
        ...{ team_id: full.team_id, marks, done_at: at, revision: 1 },
        words: place === 0 ? 'Решали вместе, но последнее слово всегда за капитаном.' : '',
      })
      .execute()
  }
  await tx
    .insertInto('team_observers')
    .values({ stage_id: stageId, team_id: own.team_id, observer_id: named.assessor, assigned_at: at })
    .execute()
}

const accountOf = async (tx: Tx, email: string) =>
  (await tx.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

/** The marks of an observer; the second observer gives less for the team's influence. */
const gridOf = ({ members }: DemoTeam, observer: number) =>
  Object.fromEntries(
    [...members.map(({ test_id }) => String(test_id)), 'team'].flatMap((who, at) => [
      [`${who}_k1`, 3 + (at % 3)],
      [`${who}_k2`, who === 'team' ? 4 - observer * 2 : 4],
    ]),
  )

async function fillCounted(filling: KindFilling, { full, own, four }: Teams): Promise<void> {
  const { tx, named, stage, now } = filling
  const stageId = stage('first_marks')
  const [sent, counted] = [byDay(daysFrom(now, -2)), byDay(daysFrom(now, -1))]
  for (const team of [full, own, four]) {
    const people = team.members.map(({ account_id }) => account_id)
    const sheets = sheetsIn(
      filling,
      'first_marks',
      team,
      people.map(() => 'done' as const),
    )
    await keepSheets(tx, stageId, sheets, people)
    const reports = people.map((account_id) => {
      const about = Object.values(sheets.get(account_id) ?? {})
      return { account_id, about, report: teamReport(settings, about) }
    })
    const team_mean = teamMean(reports.map(({ report }) => report))
    await tx
      .insertInto('team_mark_reports')
      .values(
        reports.map(({ account_id, about, report }) => ({
          ...{ stage_id: stageId, account_id, team_id: team.team_id, raters: about.length, team_mean },
          report: report && JSON.stringify(report),
          words: about.map((each) => each.words).filter((text) => text !== ''),
        })),
      )
      .execute()
    await tx
      .insertInto('stage_facts')
      .values(
        people.map((account_id) => ({
          ...{ account_id, stage_id: stageId, started_at: sent, submitted_at: sent, passed_at: counted },
        })),
      )
      .execute()
  }
  const flags = { stage_id: stageId, team_id: full.team_id, straight: 0, pairs: 1 }
  await tx.insertInto('team_mark_flags').values(flags).execute()
  await tx
    .insertInto('team_agreed')
    .values({
      ...{ stage_id: stageId, team_id: full.team_id, marks: JSON.stringify(gridOf(full, 0)) },
      ...{ agreed_by: named.assessor, agreed_at: counted },
    })
    .execute()
  await tx
    .insertInto('team_evaluations')
    .values({ stage_id: stageId, counted_at: counted, counted_by: named.admin })
    .execute()
}
