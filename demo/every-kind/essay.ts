import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { essays } from '../essays.ts'
import { fillReadings } from '../fill-judging.ts'
import { fillWorks, type Step } from '../fill-works.ts'
import { daysFrom } from '../moment.ts'
import { type KindDemo, open } from './kind-demo.ts'

const steps: Step[] = ['begun', 'begun', 'accepted', 'refused', 'returned']

export const essayDemo: KindDemo = {
  stages: [
    open({
      code: 'essay',
      type: 'essay',
      title: 'Эссе',
      summary: 'До 300 слов. Эксперты читают его без имён.',
      minutes: 60,
      settings: {
        task: 'Расскажите о решении, за которое вам пришлось отвечать.',
        min_words: 20,
        max_words: 300,
        max_characters: 3000,
        file: true,
      },
    }),
  ],
  async fill({ tx, people, named, stage, now }) {
    const works = steps.flatMap((step, place) => {
      const account_id = people[place]
      const reason = 'Это рассказ о команде. Напишите о решении, которое приняли вы сами'
      const data = { text: essays[place % essays.length] }
      return account_id === undefined
        ? []
        : [{ account_id, stage_id: stage('essay'), step, data, reason, field: 'text' }]
    })
    await fillWorks(tx, works, now)
    await fillProcessed(tx, stage('essay'), people.slice(firstProcessed, firstProcessed + 2), now)
    const others = await tx
      .selectFrom('accounts')
      .select('id')
      .where('email', 'in', ['mentor02@demo.test', 'mentor03@demo.test'])
      .execute()
    const judges = [named.assessor, ...others.map(({ id }) => id)]
    const read = { stage_id: stage('essay'), people: people.slice(steps.length, steps.length + 6) }
    await fillReadings(tx, { ...read, judges, by: named.admin }, now)
  },
}

/** The first person whose essay the portal is preparing for the experts: after the people whose essays are read. */
const firstProcessed = steps.length + 6

/** An essay that is being prepared for the experts, and one whose preparation was interrupted. */
async function fillProcessed(tx: Tx, stage_id: number, people: readonly number[], now: Date): Promise<void> {
  await fillWorks(
    tx,
    people.map((account_id, place) => ({
      ...{ account_id, stage_id, step: 'handed_in' as const, data: { text: essays[place + 1] } },
    })),
    now,
  )
  const at = daysFrom(now, -0.01)
  for (const [place, account_id] of people.entries())
    await tx
      .updateTable('stage_facts')
      .set({ processing_at: at, interrupted_at: place === 0 ? null : at })
      .where('stage_id', '=', stage_id)
      .where('account_id', '=', account_id)
      .execute()
  // Marked as seen by the job, which would otherwise finish both as soon as the portal runs.
  const ofPeople = tx
    .selectFrom('works')
    .where('stage_id', '=', stage_id)
    .where('account_id', 'in', [0, ...people])
  await tx
    .insertInto('prepared_works')
    .columns(['work_id', 'hand_in_id', 'telling', 'prepared_at'])
    .expression(
      ofPeople.select([
        'id',
        'hand_in_id',
        sql<string[]>`'{}'::text[]`.as('telling'),
        sql<Date>`${at}::timestamptz`.as('at'),
      ]),
    )
    .execute()
  await tx
    .insertInto('compared_works')
    .columns(['work_id', 'hand_in_id', 'compared_at'])
    .expression(ofPeople.select(['id', 'hand_in_id', sql<Date>`${at}::timestamptz`.as('at')]))
    .execute()
}
