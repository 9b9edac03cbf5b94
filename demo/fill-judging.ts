import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { defaultJudging } from '#server/review/judging/store.ts'
import { totalOf } from '#shared/stages/rubric.ts'
import { essays } from './essays.ts'
import type { FilledPeople } from './fill-people.ts'
import { byDay, daysFrom, momentAt } from './moment.ts'
import { numberOf, type StageIds } from './stage-ids.ts'

export const essayCriteria = [
  {
    code: 'c1',
    title: 'Решение',
    hint: 'Видно, из чего человек выбирал и за что отвечал сам',
    max: 5,
    weight: 2,
    required: true,
    levels: [
      { value: 0, text: 'решения нет' },
      { value: 3, text: 'решение названо, выбор не показан' },
      { value: 5, text: 'понятно, из чего выбирали и почему' },
    ],
  },
  {
    code: 'c2',
    title: 'Итог и выводы',
    hint: 'Чем закончилось и что человек сделал бы иначе',
    max: 5,
    weight: 1,
    required: true,
    levels: [
      { value: 0, text: 'итога нет' },
      { value: 5, text: 'итог измерен, ошибка названа' },
    ],
  },
  {
    code: 'c3',
    title: 'Язык',
    hint: 'Ясно ли изложено',
    max: 3,
    weight: 1,
    required: false,
    levels: [],
  },
]

/** People of the crowd whose essays are read. */
const authors = [103, 116, 123, 128, 143, 148, 163, 176]

/** Essays that three judges read without the names of their authors. One of the judges has marked some. */
export async function fillJudging(tx: Tx, { named, crowd }: FilledPeople, ids: StageIds, now: Date): Promise<void> {
  const others = await tx
    .selectFrom('accounts')
    .select('id')
    .where('email', 'in', ['mentor02@demo.test', 'mentor03@demo.test'])
    .orderBy('email')
    .execute()
  const people = authors.flatMap((place) => crowd[place]?.accountId ?? [])
  const judges = [named.assessor, ...others.map(({ id }) => id)]
  await fillReadings(tx, { stage_id: numberOf(ids, 'ru_season_5/essay'), people, judges, by: named.admin }, now)
}

interface Read {
  stage_id: number
  /** The authors. */
  people: readonly number[]
  /** The judges; the second has marked the first five works. */
  judges: readonly number[]
  /** The organiser. */
  by: number
  /** The work of a person and its files; without it an essay. */
  work?: (account_id: number) => { data: Record<string, unknown>; files: readonly string[] }
  /** The marks of a judge for a work, by the places of both; null when there are none yet. */
  marks?: (judge: number, work: number) => Record<string, number> | null
  until?: Date
}

const secondBegan = (judge: number, work: number) =>
  judge === 1 && work < 5 ? { c1: 2 + (work % 4), c2: 1 + (work % 5), c3: 2 } : null

/** Handed-in essays, their judging and its readings. */
export async function fillReadings(
  tx: Tx,
  { stage_id, people, judges, by, work, marks: marksOf = secondBegan, until }: Read,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('account_roles')
    .values(judges.map((account_id) => ({ account_id, role: 'assessor' as const })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('stage_staff')
    .values(
      judges.map((account_id) => ({
        stage_id,
        account_id,
        duty: 'judge' as const,
        added_at: daysFrom(now, -1),
        added_by: by,
      })),
    )
    .execute()
  await tx
    .insertInto('judgings')
    .values({ stage_id, ...defaultJudging, state: 'reading', read_until: until ?? momentAt(now, 9, '20:00') })
    .execute()
  const { id: rubric_id } = await tx
    .insertInto('rubrics')
    .values({
      stage_id,
      version: 1,
      criteria: JSON.stringify(essayCriteria),
      created_at: daysFrom(now, -1),
      created_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const arrived = (place: number) => byDay(daysFrom(now, -0.9 + place * 0.08))
  await tx
    .insertInto('stage_facts')
    .values(
      people.map((account_id, place) => ({
        account_id,
        stage_id,
        started_at: daysFrom(arrived(place), -0.1),
        submitted_at: arrived(place),
      })),
    )
    .execute()
  const handIns = await tx
    .insertInto('hand_ins')
    .values(
      people.map((account_id, place) => ({
        account_id,
        stage_id,
        revision: 1,
        arrived_at: arrived(place),
        form_version: 1,
        receipt_number: sql<string>`lpad(nextval('receipt_numbers')::text, 7, '0')`,
        data: JSON.stringify(work?.(account_id).data ?? { text: essays[place % essays.length] }),
      })),
    )
    .returning(['id', 'account_id'])
    .execute()
  const files = handIns.flatMap(({ id, account_id }) =>
    (work?.(account_id ?? 0).files ?? []).map((file_id) => ({ hand_in_id: id, file_id })),
  )
  if (files.length > 0) await tx.insertInto('hand_in_files').values(files).execute()
  const works = await tx
    .selectFrom('works')
    .select(['id', 'account_id'])
    .where('stage_id', '=', stage_id)
    .where('account_id', 'in', people)
    .orderBy('id')
    .execute()
  const handInOf = new Map(handIns.map(({ id, account_id }) => [account_id, id]))
  await tx
    .insertInto('readings')
    .values(
      works.flatMap(({ id: work_id, account_id }, place) =>
        judges.map((judge_id, number) => {
          const row = { work_id, judge_id, assigned_at: daysFrom(now, -0.5), assigned_by: by }
          const marks = marksOf(number, place)
          if (marks === null) return row
          return {
            ...row,
            hand_in_id: handInOf.get(account_id) ?? 0,
            rubric_id,
            marks: JSON.stringify(marks),
            comment: 'Решение названо, но не видно, из чего вы выбирали. Добавьте, что предлагали другие.',
            total: totalOf(essayCriteria, marks),
            done_at: daysFrom(now, -0.2),
            spent: 240_000 + place * 30_000,
          }
        }),
      ),
    )
    .execute()
}
