import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { IncomingWork } from '#server/stages/kind.ts'
import { type AnswerData, rowsOf, textOf } from '#shared/forms/fields/field.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { formatWire, parseWire } from '#shared/platform/time/moscow.ts'
import { lessonIdOf } from './lesson-parts.ts'

/** The data of a plan, without the text of the lesson. */
export interface PlannedLesson {
  stageId: number
  placeId: number | null
  region: string | null
  school: string
  address: string
  startsAt: Date
  /** The day in Moscow. */
  day: string
  topic: string
  /** Accounts of the named co-authors. */
  authors: number[]
}

export const dayOf = (moment: Date): string => formatWire(moment).slice(0, 10)

/** The plan in an answer to the form, with the faults that the form's own validation does not find. */
export async function readPlan(
  db: Db | Tx,
  { accountId, stage, receivedAt }: Pick<IncomingWork, 'accountId' | 'stage' | 'receivedAt'>,
  data: AnswerData,
): Promise<{ plan: PlannedLesson; faults: FieldFaults }> {
  const stageId = lessonIdOf(stage.row)
  const { region } = stage.all.person
  const faults: FieldFaults = {}
  const startsAt = parseWire(textOf(data.starts_at)) ?? receivedAt
  if (startsAt <= receivedAt) faults.starts_at = { rule: 'min_value', message: 'Эта дата уже прошла' }
  const day = dayOf(startsAt)
  const authors = await namedAuthors(db, { accountId, competitionCode: stage.row.competitionCode }, data, faults)
  const planned = { stageId, region, startsAt, day, authors, topic: textOf(data.topic).trim() }
  const placeId = Number(textOf(data.place).trim()) || null
  if (placeId === null) {
    const [school, address] = [textOf(data.school).trim(), textOf(data.address).trim()]
    return { plan: { ...planned, placeId: null, school, address }, faults }
  }
  const place = await db
    .selectFrom('lesson_places')
    .select(['school', 'address', 'dates'])
    .where('id', '=', placeId)
    .where('stage_id', '=', stageId)
    .where('region', '=', region ?? '')
    .executeTakeFirst()
  if (!place) {
    faults.place = { rule: 'dict', message: 'Этой школы нет в списке вашего региона. Выберите другую' }
    return { plan: { ...planned, placeId: null, school: '', address: '' }, faults }
  }
  const plan = { ...planned, placeId, school: place.school, address: place.address }
  if (!place.dates.includes(day))
    faults.starts_at ??= { rule: 'dict', message: 'В этот день школа не принимает. Выберите дату из её списка' }
  else if (await isTaken(db, accountId, plan)) faults.starts_at ??= taken
  return { plan, faults }
}

export const taken = {
  rule: 'dict',
  message: 'Эту дату уже выбрал другой участник. Выберите другую или назовите его соавтором',
}

/** Whether a person who does not share this lesson has chosen this day of the school. Refused plans do not count. */
export async function isTaken(
  db: Db | Tx,
  accountId: number,
  { stageId, placeId, day, authors }: PlannedLesson,
): Promise<boolean> {
  const { rows } = await sql`
    select from lessons l
    where l.stage_id = ${stageId} and l.place_id = ${placeId} and l.account_id <> all(${[accountId, ...authors]}::int[])
      and (l.starts_at at time zone 'Europe/Moscow')::date = ${day}::date
      and not exists (
        select from lesson_authors a
        where a.stage_id = l.stage_id and a.account_id = l.account_id and a.author_id = ${accountId})
      and not exists (
        select from stage_facts f join stages s on s.id = f.stage_id
        where s.parent_id = l.stage_id and s.type = 'lesson_plan' and f.account_id = l.account_id
          and f.failed_at is not null)
    limit 1`.execute(db)
  return rows.length > 0
}

async function namedAuthors(
  db: Db | Tx,
  { accountId, competitionCode }: { accountId: number; competitionCode: string },
  data: AnswerData,
  faults: FieldFaults,
): Promise<number[]> {
  const numbers = rowsOf(data.authors).map((row) => Number(textOf(row.test_id)))
  if (numbers.length === 0) return []
  const people = await db
    .selectFrom('participations as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .select(['a.id', 'a.test_id'])
    .where('p.competition_code', '=', competitionCode)
    .where('p.door', '=', 'participant')
    .where('a.test_id', 'in', numbers.filter(Number.isSafeInteger))
    .execute()
  const byNumber = new Map(people.map(({ id, test_id }) => [test_id, id]))
  numbers.forEach((number, place) => {
    const message = !byNumber.has(number)
      ? 'Среди участников этого конкурса такого номера нет'
      : byNumber.get(number) === accountId
        ? 'Это ваш номер'
        : numbers.indexOf(number) < place
          ? 'Этот номер уже назван'
          : null
    if (message) faults[`authors.${place}.test_id`] = { rule: 'dict', message }
  })
  return [...byNumber.values()].filter((id) => id !== accountId)
}
