import type { Tx } from '#server/db.ts'
import { defaultJudging } from '#server/review/judging/store.ts'
import { settle } from '#server/stages/settle.ts'
import { type Marks, totalOf } from '#shared/stages/rubric.ts'
import { essayCriteria } from '../fill-judging.ts'
import { fillWorks } from '../fill-works.ts'
import { byDay, daysFrom } from '../moment.ts'
import { type KindDemo, open } from './kind-demo.ts'
import { solutions as texts } from './solutions.ts'

const reference = 'Решение названо, и видно, из чего выбирали. Итог описан общими словами: не хватает цифр и сроков.'
const comments = [
  'Хорошо видно, из чего вы выбирали. Добавьте цифры: что изменилось за первый месяц.',
  'Понятно, за что вы отвечали сами. Не хватает вывода: что вы сделали бы иначе.',
  'Сильное начало. Во второй половине много общих слов, назовите одно решение и его итог.',
]

/** The marks of each rater (by place): works by their place in the pool, with a mark from 0 to 5. */
const given: { rater: number; works: number[]; mark: (at: number) => number; seconds: number }[] = [
  { rater: 0, works: [3, 4, 5, 6, 7], mark: (at) => 3 + (at % 3), seconds: 240 },
  { rater: 1, works: [2, 4, 5, 6, 7], mark: (at) => 2 + (at % 3), seconds: 180 },
  // Equal marks, given within seconds.
  { rater: 2, works: [3, 4, 5, 8], mark: () => 5, seconds: 12 },
  { rater: 3, works: [6, 7], mark: (at) => at * 4, seconds: 300 },
]

export const peerDemo: KindDemo = {
  stages: [
    open({
      code: 'solutions',
      type: 'essay',
      title: 'Управленческое решение',
      summary: 'Решение для задачи конкурса. Его оценят другие участники.',
      minutes: 60,
      settings: {
        task: 'Предложите решение задачи и покажите, из чего вы выбирали.',
        min_words: 20,
        max_words: 600,
        max_characters: 6000,
      },
    }),
    open({
      code: 'assessment',
      type: 'mgmt_solution_assessment',
      title: 'Оценка решений',
      summary: 'Пять чужих работ без имён. Перед ними — две учебные.',
      minutes: 50,
      settings: { works_of: 'solutions', given: 5, received: 3, margin: 1, min_comment: 40 },
    }),
  ],
  async fill({ tx, people, named, stage, now }) {
    const [solutions, assessment] = [stage('solutions'), stage('assessment')]
    const authors = [...people.slice(6), named.finalist]
    await fillWorks(
      tx,
      authors.map((account_id, place) => ({
        ...{ account_id, stage_id: solutions, step: 'handed_in' as const },
        data: { text: texts[place % texts.length] },
      })),
      now,
    )
    const rubric_id = await fillRubric(tx, { stage_id: solutions, expert: named.assessor, by: named.admin }, now)
    const works = await tx
      .selectFrom('works')
      .select(['id', 'hand_in_id', 'account_id'])
      .where('stage_id', '=', solutions)
      .orderBy('id')
      .execute()
    const references = works.slice(-4, -1)
    const pool = works.filter((work) => !references.includes(work))
    const opened = byDay(daysFrom(now, -1))
    await tx.insertInto('peer_stages').values({ stage_id: assessment, opened_at: opened }).execute()
    await tx
      .insertInto('peer_references')
      .values(
        references.map(({ id }, place) => {
          const marks = { c1: 3 + (place % 2), c2: 3, c3: 2 }
          const total = totalOf(essayCriteria, marks)
          const of = { stage_id: assessment, work_id: id, training: place < 2, rubric_id }
          return { ...of, marks: JSON.stringify(marks), total, comment: reference }
        }),
      )
      .execute()
    const times = (place: number) => given.filter((rater) => rater.works.includes(place)).length
    await tx
      .insertInto('peer_pool')
      .values(
        pool.map(({ id, hand_in_id }, place) => ({
          ...{ stage_id: assessment, work_id: id, hand_in_id, pooled_at: opened, place: place / pool.length },
          given: times(place) + (place === 9 ? 1 : 0),
          stopped_at: place === 8 ? daysFrom(now, -0.1) : null,
        })),
      )
      .execute()
    const count = new Map(given.map(({ rater, works: marked }) => [pool[rater]?.account_id, marked.length]))
    await tx
      .insertInto('peer_raters')
      .values(
        works.flatMap(({ account_id }) => {
          if (account_id === null) return []
          const done = count.get(account_id) ?? 0
          return [
            {
              stage_id: assessment,
              account_id,
              author: true,
              done,
              finished_at: done >= 5 ? daysFrom(now, -0.2) : null,
            },
          ]
        }),
      )
      .execute()
    for (const { rater, works: marked, mark, seconds } of given)
      for (const [at, place] of marked.entries()) {
        const [author, work] = [pool[rater], pool[place]]
        if (!author?.account_id || !work) continue
        const marks: Marks = { c1: mark(at), c2: mark(at), c3: Math.min(3, mark(at)) }
        const of = { stage_id: assessment, work_id: work.id, rater_id: author.account_id, hand_in_id: work.hand_in_id }
        const when = { given_at: daysFrom(now, -0.6), done_at: daysFrom(now, -0.3 + at * 0.01) }
        const { id } = await tx
          .insertInto('peer_tasks')
          .values({
            ...{ ...of, ...when, kind: 'pool', place: at + 1, rubric_id, marks: JSON.stringify(marks) },
            ...{
              total: totalOf(essayCriteria, marks),
              comment: comments[at % comments.length] ?? '',
              spent: seconds * 1000,
            },
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        if (place === 8)
          await tx
            .insertInto('peer_reports')
            .values({
              ...{ task_id: id, stage_id: assessment, work_id: work.id, reported_at: daysFrom(now, -0.1) },
              text: 'Этот текст целиком есть в прошлогоднем сборнике работ.',
            })
            .execute()
      }
    await fillFacts(tx, { stage_id: assessment, count }, now)
    // An organiser has let one person pass before the marks are published, because they are leaving.
    const passing = pool[0]?.account_id
    if (passing)
      await settle(
        tx,
        {
          ...{ accountIds: [passing], stageId: assessment, outcome: 'passed' },
          reason: 'Вы оценили 5 работ. Этап засчитан раньше: вы уезжаете на финал отрасли.',
        },
        daysFrom(now, -0.1),
      )
    // The finalist has opened a work.
    const begun = pool[9]
    if (begun)
      await tx
        .insertInto('peer_tasks')
        .values({
          ...{ stage_id: assessment, work_id: begun.id, rater_id: named.finalist, hand_in_id: begun.hand_in_id },
          ...{ kind: 'pool', place: 1, given_at: daysFrom(now, -0.1) },
        })
        .execute()
    // The marks of one rater differ too much from the others, so an expert reads one of the works.
    const disputed = pool[7]
    if (disputed)
      await tx
        .insertInto('readings')
        .values({ work_id: disputed.id, judge_id: named.assessor, extra: true, assigned_at: daysFrom(now, -0.1) })
        .execute()
  },
}

/** The criteria for participants and experts. */
async function fillRubric(
  tx: Tx,
  { stage_id, expert, by }: { stage_id: number; expert: number; by: number },
  now: Date,
): Promise<number> {
  await tx
    .insertInto('judgings')
    .values({ stage_id, ...defaultJudging, state: 'reading' })
    .execute()
  await tx
    .insertInto('stage_staff')
    .values({ stage_id, account_id: expert, duty: 'judge', added_at: daysFrom(now, -1), added_by: by })
    .execute()
  const { id } = await tx
    .insertInto('rubrics')
    .values({
      ...{
        stage_id,
        version: 1,
        criteria: JSON.stringify(essayCriteria),
        created_at: daysFrom(now, -2),
        created_by: by,
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores who has begun, and who has assessed enough works. */
async function fillFacts(
  tx: Tx,
  { stage_id, count }: { stage_id: number; count: ReadonlyMap<number | null | undefined, number> },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('stage_facts')
    .values(
      [...count].flatMap(([account_id, done]) =>
        account_id
          ? [
              {
                account_id,
                stage_id,
                started_at: daysFrom(now, -0.6),
                submitted_at: done >= 5 ? daysFrom(now, -0.2) : null,
              },
            ]
          : [],
      ),
    )
    .execute()
}
