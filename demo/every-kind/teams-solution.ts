import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { defaultJudging } from '#server/judging/store.ts'
import type { Criterion } from '#shared/judging/rubric.ts'
import { fillTeams } from '../fill-formed-teams.ts'
import { byDay, daysFrom } from '../moment.ts'
import { type KindDemo, type KindFilling, open } from './kind-demo.ts'

const texts = {
  text_problem:
    'За три года из города уехало 1 800 человек до тридцати лет. Половина из них называет одну причину: негде начать своё дело.',
  text_solution:
    'Открываем мастерскую общего пользования в пустующем цехе: станки, наставник на смене и первый заказ от трёх городских заводов.\n\nПомещение даёт город, станки — заводы, наставников находим среди тех, кто недавно вышел на пенсию.',
  text_result: 'Через год — 40 новых мастеров, 12 открытых дел и заказы на 9 млн ₽.',
}

const settings = {
  task: 'Выберите задачу своего города и предложите, как решить её за год без дополнительных денег из бюджета.\n\nРешение читают эксперты. Они не узнают, какая команда его написала.',
  tasks: [
    { code: 'youth', title: 'Молодёжь уезжает', text: 'Из небольшого города каждый год уезжает треть выпускников.' },
    { code: 'yards', title: 'Пустые дворы', text: 'Во дворах новых домов никто не бывает: там нечего делать.' },
  ],
  materials: [{ title: 'Паспорт города: люди, заводы, деньги', link: 'https://example.ru/city' }],
  agree: true,
}

/** These have formed a team and written nothing. */
const newTeam = ['demo001@demo.test', 'demo002@demo.test', 'demo005@demo.test']

interface TeamWork {
  team_id: number
  members: readonly number[]
  task: 'youth' | 'yards'
  /** Null: nothing is written. */
  data: Record<string, string> | null
  handedIn: boolean
}

/** The captain's team is at work, another has handed in, and the finalist's has written nothing. */
export const teamsSolutionDemo: KindDemo = {
  stages: [
    open({
      code: 'solution',
      type: 'teams_solution',
      title: 'Решение команды',
      summary: 'Одна работа на всех: разделы пишут вместе, сдаёт капитан.',
      minutes: 120,
      settings,
    }),
  ],
  async fill(filling) {
    const { tx, now, stage } = filling
    const stage_id = stage('solution')
    await fillTeams(
      tx,
      { stage_id: stage('teams'), competition_code: 'all_kinds' },
      [{ name: 'Ночная смена', about: 'Пишем по ночам.', members: await accountsOf(tx, newTeam) }],
      now,
    )
    const rows = await tx
      .selectFrom('formed_team_members as m')
      .innerJoin('formed_teams as t', 't.id', 'm.team_id')
      .select(['m.team_id', 'm.account_id', 't.name'])
      .where('t.stage_id', '=', stage('teams'))
      .where('m.state', '=', 'active')
      .orderBy('m.since')
      .execute()
    const named = (name: string) => {
      const own = rows.filter((row) => row.name === name)
      return { team_id: own[0]?.team_id ?? 0, members: own.map(({ account_id }) => account_id) }
    }
    const { text_result: _later, ...begun } = texts
    const works: TeamWork[] = [
      { ...named('Полный состав'), task: 'youth', data: begun, handedIn: false },
      { ...named('Ждём третьего'), task: 'yards', data: null, handedIn: false },
      {
        ...named('Своим составом'),
        task: 'youth',
        data: { ...texts, link: 'https://example.ru/demo' },
        handedIn: true,
      },
    ]
    await tx
      .insertInto('team_solutions')
      .values(works.map(({ team_id, task }) => ({ stage_id, team_id, task })))
      .execute()
    for (const work of works) await fillWork(tx, stage_id, work, now)
    const [atWork, , done] = works
    if (atWork) await fillTalk(tx, stage_id, atWork, now)
    if (done) await fillJury(filling, stage_id, done)
  },
}

const accountsOf = async (tx: Tx, emails: readonly string[]) =>
  (await tx.selectFrom('accounts').select('id').where('email', 'in', emails).orderBy('email').execute()).map(
    ({ id }) => id,
  )

/** The draft with who wrote what, and the hand-in of who has come that far. */
async function fillWork(tx: Tx, stage_id: number, { team_id, members, data, task, handedIn }: TeamWork, now: Date) {
  if (!data) return
  const [begun, sent] = [byDay(daysFrom(now, -1.5)), byDay(daysFrom(now, -0.5))]
  const of = { stage_id, team_id }
  const sections = Object.keys(data)
  const authorOf = (at: number) => members[at % members.length] ?? null
  const draft = { ...of, revision: sections.length, data: JSON.stringify(data), saved_at: begun, saved_by: members[0] }
  await tx.insertInto('stage_drafts').values(draft).execute()
  await tx
    .insertInto('solution_sections')
    .values(
      sections.map((field, at) => ({
        ...{ ...of, section: field.replace('text_', ''), revision: 1, saved_at: begun, saved_by: authorOf(at) },
      })),
    )
    .execute()
  await tx
    .insertInto('solution_versions')
    .values(
      Object.entries(data).flatMap(([field, after], at) => {
        const version = { ...of, section: field.replace('text_', ''), begun_at: begun, saved_at: begun }
        const first = after.slice(0, after.indexOf(' ', 50) + 1)
        return [
          { ...version, account_id: authorOf(at + 1), before: '', after: first },
          { ...version, account_id: authorOf(at), before: first, after },
        ]
      }),
    )
    .execute()
  if (handedIn)
    await tx
      .insertInto('hand_ins')
      .values({
        ...{
          ...of,
          data: JSON.stringify({ ...data, files: [], task }),
          revision: 1,
          form_version: 1,
          arrived_at: sent,
        },
        sent_by: members[0] ?? null,
        receipt_number: sql<string>`extract(year from now())::text || '-' || lpad(nextval('receipt_numbers')::text, 7, '0')`,
      })
      .execute()
  await tx
    .insertInto('stage_facts')
    .values(
      members.map((account_id) => ({ account_id, stage_id, started_at: begun, submitted_at: handedIn ? sent : null })),
    )
    .execute()
}

/** What the team at work says, and who agrees to what is there. */
async function fillTalk(tx: Tx, stage_id: number, { team_id, members, data }: TeamWork, now: Date): Promise<void> {
  const at = byDay(daysFrom(now, -1))
  const said = ['Кто возьмёт «Ожидаемый результат»? Цифры у меня есть.', 'Посмотрите решение: добавил про наставников.']
  await tx
    .insertInto('solution_comments')
    .values(said.map((text, place) => ({ stage_id, team_id, account_id: members[place + 1] ?? null, text, at })))
    .execute()
  await tx
    .insertInto('solution_agreements')
    .values(
      members.slice(1, 3).map((account_id) => ({
        ...{ stage_id, team_id, account_id, revision: Object.keys(data ?? {}).length, at },
      })),
    )
    .execute()
}

const criterion = (code: string, title: string, weight: number): Criterion => ({
  ...{ code, title, weight, hint: '', max: 5, required: true, levels: [] },
})
const criteria = [
  criterion('task', 'Задача понята', 1),
  criterion('solution', 'Решение выполнимо', 2),
  criterion('result', 'Результат можно измерить', 1),
]

/** What was handed in is read by two experts, one of them assessor@demo.test. */
async function fillJury({ tx, named, now }: KindFilling, stage_id: number, { team_id }: TeamWork): Promise<void> {
  const other = await tx
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', 'mentor02@demo.test')
    .executeTakeFirst()
  const judges = [named.assessor, ...(other ? [other.id] : [])]
  const added = { stage_id, added_at: daysFrom(now, -4), added_by: named.admin }
  await tx
    .insertInto('stage_staff')
    .values(judges.map((account_id) => ({ ...added, account_id, duty: 'judge' as const })))
    .execute()
  await tx
    .insertInto('judgings')
    .values({ stage_id, ...defaultJudging, readers: 2, state: 'reading' })
    .execute()
  await tx
    .insertInto('rubrics')
    .values({ stage_id, version: 1, criteria: JSON.stringify(criteria), created_at: daysFrom(now, -3) })
    .execute()
  await tx
    .insertInto('readings')
    .columns(['work_id', 'judge_id', 'assigned_at'])
    .expression((from) =>
      from
        .selectFrom('works')
        .innerJoin('accounts as a', (join) => join.on('a.id', 'in', judges))
        .select(({ val }) => ['works.id', 'a.id as judge_id', val(daysFrom(now, -1)).as('assigned_at')])
        .where('works.stage_id', '=', stage_id)
        .where('works.team_id', '=', team_id),
    )
    .execute()
}
