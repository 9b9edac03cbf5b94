import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { federalDistricts } from '#server/forms/dictionaries/data/federal-districts.ts'
import { regions } from '#server/forms/dictionaries/data/regions.ts'
import { hashOfRows } from '#server/review/cutoffs/hash-of-rows.ts'
import { countsOf, groupsOf } from '#server/review/cutoffs/work-out.ts'
import { defaultJudging } from '#server/review/judging/store.ts'
import { usualLetters } from '#shared/review/cutoffs/letters.ts'
import { peopleOf } from '#shared/review/cutoffs/people.ts'
import { newRule, type Rule } from '#shared/review/cutoffs/rule.ts'
import { chosenAt, rank, selectPeople } from '#shared/review/cutoffs/select-people.ts'
import { essays } from './essays.ts'
import { essayCriteria } from './fill-judging.ts'
import type { FilledPeople } from './fill-people.ts'
import { byDay, daysFrom } from './moment.ts'
import { numberOf, type StageIds } from './stage-ids.ts'

const competition_code = 'politleaders_2'
/** The people of the crowd who wrote the essay, by their place in the crowd. */
const places = [
  ...Array.from({ length: 30 }, (_none, at) => 30 + at),
  ...[132, 133, 134, 135, 137, 138, 139, 140, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153],
  ...[154, 155, 157, 158, 159, 160, 161, 162, 163, 164],
]
/** The number of essays at the end that are not marked. */
const unmarked = 2
/** The person of the crowd who, as an organiser, confirms the protocol of another organiser. */
export const confirmer = 193

/**
 * An essay whose judging is over, so that people can be selected: works with marks, a variant, and a withdrawn
 * protocol.
 */
export async function fillCutoffs(tx: Tx, { named, crowd }: FilledPeople, ids: StageIds, now: Date): Promise<void> {
  const stage_id = numberOf(ids, `${competition_code}/essay`)
  const people = places.flatMap((place) => crowd[place] ?? [])
  await takePart(tx, people, now)
  const marked = people.length - unmarked
  const totals = new Map(
    people
      .slice(0, -unmarked)
      // 23 and the number of works have no common divisor, so this mixes the places, and all points are different.
      .map(({ accountId }, at) => [accountId, pointsOf((at * 23) % marked, marked)]),
  )
  await fillMarks(tx, { stage_id, by: named.admin, people: people.map(({ accountId }) => accountId), totals }, now)
  const rule: Rule = {
    ...newRule('essay'),
    places: 20,
    waiting: 5,
    quotas: [{ by: 'district', of: '', least: 2, most: 0 }],
  }
  const letters = JSON.stringify(usualLetters)
  await tx
    .insertInto('cutoffs')
    .values({
      ...{ stage_id, title: 'Двадцать лучших', rule: JSON.stringify(rule), letters },
      ...{ saved_by: named.admin, saved_at: daysFrom(now, -0.4) },
    })
    .execute()
  const second = crowd[confirmer]
  if (second)
    await tx
      .insertInto('admin_flags')
      .values(
        (['competitions', 'participants', 'assessment'] as const).map((flag) => ({
          ...{ account_id: second.accountId, flag, competition_code },
        })),
      )
      .execute()

  const districts = new Map(regions.map(([code, _name, district]) => [code, federalDistricts[district]]))
  const compared = people
    .toSorted((one, other) => one.accountId - other.accountId)
    .map(({ accountId: id, region }) => ({
      ...{ id, region, track: 'main', second: null, tie: null },
      score: totals.get(id) ?? null,
      parts: { ...(totals.has(id) && { essay: totals.get(id) ?? 0 }) },
      district: districts.get(region.slice(0, 2)) ?? null,
    }))
  const groups = { district: Object.values(federalDistricts).toSorted(), region: [], track: [] }
  const columns = peopleOf(compared)
  const selection = selectPeople(columns, rank(columns), rule, groups)
  const rows = compared.map(({ id, score, second: other, parts, track, region, district }, at) => ({
    ...{ account_id: id, score, second: other, parts, track, region, district },
    ...chosenAt(selection, at),
  }))
  const line = { people: columns, selection }
  const { id: protocol_id } = await tx
    .insertInto('protocols')
    .values({
      ...{ competition_code, number: 1, stage_id, title: 'Двадцать лучших', rule: JSON.stringify(rule), letters },
      ...{ reason: '', hash: hashOfRows(rows), frozen_by: named.admin, frozen_at: daysFrom(now, -0.3) },
      summary: JSON.stringify({
        counts: countsOf(line),
        line: selection.line,
        quotas: selection.quotas.map(({ of, ...quota }) => ({ ...quota, title: of })),
        groups: groupsOf(line, { titleOf: (_by, of) => (of === 'main' ? 'Основной' : of) }),
      }),
      withdrawn_by: named.admin,
      withdrawn_at: daysFrom(now, -0.2),
      withdrawn_why: 'Ждём ещё две оценки',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('protocol_rows')
    .values(rows.map((row) => ({ ...row, protocol_id, parts: JSON.stringify(row.parts) })))
    .execute()
}

/** Most people are near the middle. */
function pointsOf(rank: number, of: number): number {
  const fromMiddle = (2 * rank) / (of - 1) - 1
  return Math.round((62 + 32 * Math.sign(fromMiddle) * Math.abs(fromMiddle) ** 1.7) * 100) / 100
}

/** Enrols these people; some of them take part only in this competition. */
async function takePart(tx: Tx, people: readonly { accountId: number; region: string }[], now: Date): Promise<void> {
  const joined_at = byDay(daysFrom(now, -4))
  await tx
    .insertInto('participations')
    .values(
      people.map(({ accountId: account_id, region }) => ({
        ...{ account_id, competition_code, door: 'participant' as const, track_code: 'main', region, joined_at },
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'competition_code']).doUpdateSet((eb) => ({ region: eb.ref('excluded.region') })),
    )
    .execute()
}

interface Marked {
  stage_id: number
  by: number
  people: readonly number[]
  totals: ReadonlyMap<number, number>
}

async function fillMarks(tx: Tx, { stage_id, by, people, totals }: Marked, now: Date): Promise<void> {
  const judge = await tx
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', 'mentor02@demo.test')
    .executeTakeFirstOrThrow()
  const arrived = byDay(daysFrom(now, -1.5))
  await tx
    .insertInto('judgings')
    .values({ stage_id, ...defaultJudging, readers: 1, state: 'closed' })
    .execute()
  const { id: rubric_id } = await tx
    .insertInto('rubrics')
    .values({
      ...{ stage_id, version: 1, criteria: JSON.stringify(essayCriteria) },
      ...{ created_at: daysFrom(now, -3), created_by: by },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('stage_facts')
    .values(people.map((account_id) => ({ account_id, stage_id, started_at: arrived, submitted_at: arrived })))
    .execute()
  const handIns = await tx
    .insertInto('hand_ins')
    .values(
      people.map((account_id, at) => ({
        ...{ account_id, stage_id, revision: 1, arrived_at: arrived, form_version: 1 },
        receipt_number: sql<string>`lpad(nextval('receipt_numbers')::text, 7, '0')`,
        data: JSON.stringify({ text: essays[at % essays.length] }),
      })),
    )
    .returning(['id', 'account_id'])
    .execute()
  const works = await tx.selectFrom('works').select(['id', 'hand_in_id']).where('stage_id', '=', stage_id).execute()
  const workOf = new Map(works.map(({ id, hand_in_id }) => [hand_in_id, id]))
  await tx
    .insertInto('readings')
    .values(
      handIns.flatMap(({ id: hand_in_id, account_id }) => {
        const total = totals.get(account_id ?? 0)
        const work_id = workOf.get(hand_in_id)
        if (total === undefined || work_id === undefined) return []
        return [
          {
            ...{ work_id, judge_id: judge.id, hand_in_id, rubric_id, total, marks: JSON.stringify({ c1: 3, c2: 3 }) },
            ...{ assigned_at: daysFrom(now, -1), assigned_by: by, done_at: daysFrom(now, -0.6), spent: 240_000 },
            comment: 'Решение названо, выбор показан. Добавьте, чем всё закончилось.',
          },
        ]
      }),
    )
    .execute()
}
