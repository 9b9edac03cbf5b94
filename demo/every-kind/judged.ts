import { defaultJudging } from '#server/review/judging/store.ts'
import { essayCriteria, fillReadings } from '../fill-judging.ts'
import { fillWorks } from '../fill-works.ts'
import { daysFrom } from '../moment.ts'
import { type KindDemo, type KindFilling, open } from './kind-demo.ts'
import { letters } from './letters.ts'

const letter = (code: string, title: string, task: string) =>
  open({
    code,
    type: 'essay',
    title,
    summary: 'До 300 слов. Читают эксперты.',
    minutes: 40,
    settings: { task, min_words: 20, max_words: 300, max_characters: 3000 },
  })

/** Letters that still need judges, and letters whose judges disagree and are late. */
export const judgedDemo: KindDemo = {
  stages: [
    letter('motivation', 'Мотивационное письмо', 'Напишите, зачем вам этот конкурс.'),
    letter('lesson_learnt', 'Письмо о своей ошибке', 'Напишите об ошибке, которая вас научила.'),
  ],
  async fill(filling) {
    await fillUnread(filling)
    await fillDisputed(filling)
  },
}

/** A judging that an organiser has set up; nobody reads yet. */
async function fillUnread({ tx, people, named, stage, now }: KindFilling): Promise<void> {
  const stage_id = stage('motivation')
  await fillWorks(
    tx,
    // The last person has copied the first.
    people.slice(0, letters.length + 1).map((account_id, place) => ({
      ...{ account_id, stage_id, step: 'handed_in' as const, data: { text: letters[place % letters.length] } },
    })),
    now,
  )
  await tx
    .insertInto('judgings')
    .values({ stage_id, ...defaultJudging })
    .execute()
  await tx
    .insertInto('rubrics')
    .values({
      ...{ stage_id, version: 1, criteria: JSON.stringify(essayCriteria) },
      ...{ created_at: daysFrom(now, -1), created_by: named.admin },
    })
    .execute()
}

/** One judge has marked all works, and higher than the other, who is late. Two more judges have no work yet. */
async function fillDisputed({ tx, people, experts, named, stage, now }: KindFilling): Promise<void> {
  const stage_id = stage('lesson_learnt')
  const [generous = 0, strict = 0, ...others] = experts.slice(20)
  const read = { stage_id, people: people.slice(0, 6), judges: [generous, strict], by: named.admin }
  const marks = (judge: number, work: number) =>
    judge === 0 ? { c1: 5, c2: 4, c3: 3 } : work < 4 ? { c1: 2, c2: 2, c3: 1 } : null
  await fillReadings(tx, { ...read, marks, until: daysFrom(now, -0.1) }, now)
  await tx.updateTable('judgings').set({ readers: 2 }).where('stage_id', '=', stage_id).execute()
  const free = { stage_id, duty: 'judge' as const, added_at: daysFrom(now, -1), added_by: named.admin }
  await tx
    .insertInto('stage_staff')
    .values(others.map((account_id) => ({ ...free, account_id })))
    .execute()
  await tx
    .insertInto('account_roles')
    .values(others.map((account_id) => ({ account_id, role: 'assessor' as const })))
    .execute()
}
