import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { defaultJudging } from '#server/review/judging/store.ts'
import type { Criterion } from '#shared/stages/rubric.ts'
import { fillTeams } from '../fill-formed-teams.ts'
import { byDay, daysFrom } from '../moment.ts'
import { type KindDemo, type KindFilling, open } from './kind-demo.ts'

export const solutionTexts = {
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

/** People who have formed a team and written nothing. */
const newTeam = ['demo001@demo.test', 'demo002@demo.test', 'demo005@demo.test']

interface TeamWork {
  team_id: number
  members: readonly number[]
  task: 'youth' | 'yards'
  /** The draft; null when nothing is written. */
  data: Record<string, string> | null
  step: 'begun' | 'handed_in' | 'processing' | 'returned' | 'accepted' | 'refused'
}

const reasons = {
  returned: 'Не сказано, кто платит за станки после первого года. Допишите раздел «Решение» и сдайте ещё раз.',
  accepted: '',
  refused: 'Решение требует новых денег из бюджета, а по условиям их быть не должно.',
}

/** The page that holds a section which is being written. */
const page = 'demo-page'

/**
 * The captain's team is working and one section is held, the finalist's team has written nothing, another team waits
 * for the agreement of its last member, and there is a team in each state after the hand-in.
 */
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
    const { tx, now, stage, people } = filling
    const stage_id = stage('solution')
    await fillTeams(
      tx,
      { stage_id: stage('teams'), competition_code: 'all_kinds' },
      [
        { name: 'Ночная смена', about: 'Пишем по ночам.', members: await accountsOf(tx, newTeam) },
        { name: 'Короткий путь', about: 'Убираем лишние согласования.', members: people.slice(23, 26) },
        { name: 'Большая вода', about: 'Работаем с городами у рек.', members: people.slice(26, 29) },
      ],
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
    const { text_result: _later, ...begun } = solutionTexts
    const whole = { ...solutionTexts, link: 'https://example.ru/demo' }
    const works: TeamWork[] = [
      { ...named('Полный состав'), task: 'youth', data: begun, step: 'begun' },
      { ...named('Своим составом'), task: 'youth', data: whole, step: 'handed_in' },
      { ...named('Ждём третьего'), task: 'yards', data: null, step: 'begun' },
      { ...named('Первая смена'), task: 'yards', data: whole, step: 'begun' },
      { ...named('Вторая попытка'), task: 'youth', data: whole, step: 'processing' },
      { ...named('Ранний состав'), task: 'yards', data: whole, step: 'returned' },
      { ...named('Короткий путь'), task: 'youth', data: whole, step: 'accepted' },
      { ...named('Большая вода'), task: 'yards', data: whole, step: 'refused' },
    ]
    await tx
      .insertInto('team_solutions')
      .values(works.map(({ team_id, task }) => ({ stage_id, team_id, task })))
      .execute()
    for (const work of works) await fillWork(tx, stage_id, work, now)
    const [atWork, done] = works
    const asking = works.find(({ team_id }) => team_id === named('Первая смена').team_id)
    if (atWork) await fillTalk(tx, stage_id, atWork, now)
    if (atWork) await takeSection(tx, stage_id, atWork, now)
    if (asking) await agree(tx, stage_id, asking, asking.members.slice(0, 2), now)
    if (done) await fillJury(filling, stage_id, done)
  },
}

const accountsOf = async (tx: Tx, emails: readonly string[]) =>
  (await tx.selectFrom('accounts').select('id').where('email', 'in', emails).orderBy('email').execute()).map(
    ({ id }) => id,
  )

/** The draft with the author of each section, and the hand-in if the team has come that far. */
async function fillWork(tx: Tx, stage_id: number, { team_id, members, data, task, step }: TeamWork, now: Date) {
  if (!data) return
  const [begun, sent] = [byDay(daysFrom(now, -1.5)), byDay(daysFrom(now, -0.5))]
  const at = daysFrom(now, -0.2)
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
  if (step !== 'begun')
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
  const decided = step === 'returned' || step === 'accepted' || step === 'refused' ? step : null
  await tx
    .insertInto('stage_facts')
    .values(
      members.map((account_id) => ({
        ...{ account_id, stage_id, started_at: begun },
        submitted_at: step === 'begun' || step === 'returned' ? null : sent,
        processing_at: step === 'processing' ? sent : null,
        passed_at: step === 'accepted' ? at : null,
        failed_at: step === 'refused' ? at : null,
        returned_at: step === 'returned' ? at : null,
        reasons: decided && reasons[decided] ? [reasons[decided]] : [],
      })),
    )
    .execute()
  if (step === 'processing') await prepared(tx, of, at)
  if (!decided) return
  const outcome = ({ returned: 'returned', accepted: 'passed', refused: 'failed' } as const)[decided]
  const decision = { stage_id, outcome, reason: reasons[decided], decided_at: at, published_at: at }
  await tx
    .insertInto('stage_decisions')
    .values(members.map((account_id) => ({ ...decision, account_id })))
    .execute()
  if (decided === 'returned')
    await tx
      .insertInto('stage_remarks')
      .values(
        members.map((account_id) => ({
          ...{ account_id, stage_id, field: 'text_solution', created_at: at },
          text: 'Допишите, откуда деньги на второй год.',
        })),
      )
      .execute()
}

/** Marks the work as seen by the job, which would otherwise finish it as soon as the portal runs. */
async function prepared(tx: Tx, { stage_id, team_id }: { stage_id: number; team_id: number }, at: Date) {
  const work = tx.selectFrom('works').where('stage_id', '=', stage_id).where('team_id', '=', team_id)
  const moment = sql<Date>`${at}::timestamptz`.as('at')
  await tx
    .insertInto('prepared_works')
    .columns(['work_id', 'hand_in_id', 'telling', 'prepared_at'])
    .expression(work.select(['id', 'hand_in_id', sql<string[]>`'{}'::text[]`.as('telling'), moment]))
    .execute()
  await tx
    .insertInto('compared_works')
    .columns(['work_id', 'hand_in_id', 'compared_at'])
    .expression(work.select(['id', 'hand_in_id', moment]))
    .execute()
}

/** The second member holds the section that nobody has begun. */
async function takeSection(tx: Tx, stage_id: number, { team_id, members }: TeamWork, now: Date): Promise<void> {
  const held = { holder_id: members[1], holder: page, held_until: daysFrom(now, 1) }
  await tx
    .insertInto('solution_sections')
    .values({ stage_id, team_id, section: 'result', ...held })
    .execute()
}

/** The comments of the working team, and the members who agree to its draft. */
async function fillTalk(tx: Tx, stage_id: number, work: TeamWork, now: Date): Promise<void> {
  const { team_id, members } = work
  const at = byDay(daysFrom(now, -1))
  const said = ['Кто возьмёт «Ожидаемый результат»? Цифры у меня есть.', 'Посмотрите решение: добавил про наставников.']
  await tx
    .insertInto('solution_comments')
    .values(said.map((text, place) => ({ stage_id, team_id, account_id: members[place + 1] ?? null, text, at })))
    .execute()
  await agree(tx, stage_id, work, work.members.slice(1, 3), now)
}

/** These members agree to the present draft. */
async function agree(tx: Tx, stage_id: number, work: TeamWork, who: readonly number[], now: Date): Promise<void> {
  const revision = Object.keys(work.data ?? {}).length
  const agreed = { stage_id, team_id: work.team_id, revision, at: byDay(daysFrom(now, -1)) }
  await tx
    .insertInto('solution_agreements')
    .values(who.map((account_id) => ({ ...agreed, account_id })))
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

/** Two experts read the hand-in, one of them assessor@demo.test. */
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
