import type { Tx } from '#server/db.ts'
import { usualCriteria } from '#server/kinds/mgmt_proposal/rubric.ts'
import { defaultJudging } from '#server/review/judging/store.ts'
import { fillWorks, type Step } from '../fill-works.ts'
import { daysFrom } from '../moment.ts'
import { proposal, proposalSettings } from '../proposals.ts'
import { type KindDemo, type KindFilling, open } from './kind-demo.ts'

/** Proposals in the formal check, of which the first four wait. Experts read the ones that `steps` adds. */
const checked: Step[] = ['handed_in', 'handed_in', 'handed_in', 'handed_in', 'begun', 'returned', 'accepted', 'refused']
const steps: Step[] = [...checked, 'handed_in', 'handed_in', 'handed_in']
const readFrom = checked.length
const region = { id: '6900000000000', value: 'Тверская область' }

export const mgmtProposalDemo: KindDemo = {
  stages: [
    open({
      code: 'proposal',
      type: 'mgmt_proposal',
      title: 'Управленческое предложение',
      summary: 'Проблема, решение и его эффект в числах.',
      minutes: 90,
      settings: proposalSettings,
    }),
  ],
  async fill(filling) {
    const { tx, people, stage, now } = filling
    const stage_id = stage('proposal')
    const authors = people.slice(0, steps.length)
    const works = authors.flatMap((account_id, place) => {
      const step = steps[place]
      const reason = 'Уточните, чем подтверждается причина'
      return step ? [{ account_id, stage_id, step, data: proposal(place, region), reason, field: 'cause' }] : []
    })
    await fillWorks(tx, works, now)
    await place(tx, stage_id, works)
    await fillUses(tx, stage_id, authors, now)
    await fillStaff(filling, stage_id, authors.slice(readFrom))
  },
}

/** Stores the topic of each work, and which works have passed the formal check and are read by experts. */
async function place(
  tx: Tx,
  stage_id: number,
  works: readonly { account_id: number; step: Step; data: { topic: string } }[],
): Promise<void> {
  for (const [at, { account_id, step, data }] of works.entries())
    if (step !== 'begun')
      await tx
        .updateTable('works')
        .set({ topic: data.topic, step: at >= readFrom || step === 'accepted' ? 'judging' : 'check' })
        .where('stage_id', '=', stage_id)
        .where('account_id', '=', account_id)
        .execute()
}

/** Some authors agree to some uses; the annotation of the accepted proposal is shown. */
async function fillUses(tx: Tx, stage_id: number, authors: readonly number[], now: Date): Promise<void> {
  const accepted = authors[steps.indexOf('accepted')]
  const willing = [authors[0], authors[1], accepted].filter((author) => author !== undefined)
  const given = { stage_id, given_at: daysFrom(now, -1), ip: '127.0.0.1' }
  await tx
    .insertInto('work_consents')
    .values([
      ...willing.map((account_id) => ({ ...given, account_id, purpose: 'annotation' as const })),
      ...willing.slice(2).map((account_id) => ({ ...given, account_id, purpose: 'agency' as const })),
    ])
    .execute()
  await tx
    .insertInto('shown_annotations')
    .columns(['work_id', 'shown_at'])
    .expression((from) =>
      from
        .selectFrom('works')
        .select(({ val }) => ['id', val(now).as('shown_at')])
        .where('stage_id', '=', stage_id)
        .where('account_id', '=', accepted ?? 0),
    )
    .execute()
}

/** assessor@demo.test is the curator of two topics and one of two experts. */
async function fillStaff({ tx, named, now }: KindFilling, stage_id: number, read: readonly number[]): Promise<void> {
  const mentor = await tx
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', 'mentor02@demo.test')
    .executeTakeFirst()
  const judges = [named.assessor, ...(mentor ? [mentor.id] : [])]
  const staff = { stage_id, added_at: daysFrom(now, -4), added_by: named.admin }
  await tx
    .insertInto('stage_staff')
    .values([
      { ...staff, account_id: named.assessor, duty: 'check', topics: ['clinics', 'schools'] },
      ...judges.map((account_id) => ({ ...staff, account_id, duty: 'judge' as const, region: '7700000000000' })),
    ])
    .execute()
  await tx
    .insertInto('judgings')
    .values({ stage_id, ...defaultJudging, readers: 2, other_region: 'rule', state: 'reading' })
    .execute()
  await tx
    .insertInto('rubrics')
    .values({ stage_id, version: 1, criteria: JSON.stringify(usualCriteria), created_at: daysFrom(now, -3) })
    .execute()
  const works = await tx
    .selectFrom('works')
    .select('id')
    .where('stage_id', '=', stage_id)
    .where('account_id', 'in', [0, ...read])
    .execute()
  await tx
    .insertInto('readings')
    .values(
      works.flatMap(({ id }) => judges.map((judge_id) => ({ work_id: id, judge_id, assigned_at: daysFrom(now, -1) }))),
    )
    .execute()
}
