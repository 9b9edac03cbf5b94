import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { cleanAnswer } from '#shared/forms/fields/answer.ts'
import type { AnswerData } from '#shared/forms/fields/field.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { placeForm, placeIn } from '#shared/programme/lessons/place-form.ts'
import type { StageChange } from '#shared/stages/stage-changes.ts'
import { lessonIdOf } from './lesson-parts.ts'
import { lessonStage } from './lesson-stage.ts'
import { dayOf } from './plan-faults.ts'

interface Place {
  competition: string
  code: string
}

/** The schools of the person's region, each with its future days that nobody else has chosen. */
export async function placesForPerson({ db, seasons, clock }: Services, accountId: number, stageId: number) {
  const now = clock()
  const { row, all } = await oneStage(db, seasons, accountId, { stageId }, now)
  const { region } = all.person
  const { rows } = await sql<{ place_id: number; school: string; address: string; dates: string[] }>`
    select p.id as place_id, p.school, p.address, array(
      select day::text from unnest(p.dates) as day
      where day > ${dayOf(now)}::date and not exists (
        select from lessons l
        where l.place_id = p.id and l.account_id <> ${accountId}
          and (l.starts_at at time zone 'Europe/Moscow')::date = day
          and not exists (
            select from stage_facts f join stages s on s.id = f.stage_id
            where s.parent_id = l.stage_id and s.type = 'lesson_plan' and f.account_id = l.account_id
              and f.failed_at is not null))
      order by day) as dates
    from lesson_places p
    where p.stage_id = ${lessonIdOf(row)} and p.region = ${region}
    order by p.school, p.id`.execute(db)
  return { region: region === null ? null : await regionName(db, region), places: rows }
}

async function regionName(db: Db, region: string): Promise<string | null> {
  const found = await db
    .selectFrom('dictionary_items')
    .select('value')
    .where('dict', '=', 'regions')
    .where('id', '=', region)
    .executeTakeFirst()
  return found?.value ?? null
}

/** The schools of a lesson for its organiser. */
export async function listPlaces(services: Services, place: Place) {
  const { whole } = await lessonStage(services, place)
  const rows = await services.db
    .selectFrom('lesson_places as p')
    .leftJoin('dictionary_items as d', (join) => join.on('d.dict', '=', 'regions').onRef('d.id', '=', 'p.region'))
    .select(['p.id', 'p.school', 'p.address', 'p.dates', 'p.region', 'd.value'])
    .select(sql<number>`(select count(*)::int from lessons l where l.place_id = p.id)`.as('lessons'))
    .where('p.stage_id', '=', whole.id)
    .orderBy('d.value')
    .orderBy('p.school')
    .orderBy('p.id')
    .execute()
  return {
    form: { version: placeForm.version, sections: [...placeForm.sections] },
    places: rows.map(({ id, region, value, ...row }) => ({
      place_id: id,
      region: { id: region, value: value ?? region },
      ...row,
    })),
  }
}

/** Adds a school, or changes the school with this id. Plans keep the name and the address they were handed in with. */
export async function savePlace(
  services: Services,
  actorId: number,
  place: Place,
  { placeId, answer }: { placeId: number | null; answer: AnswerData },
) {
  const { whole } = await lessonStage(services, place)
  const { data } = cleanAnswer(placeForm, answer)
  const faults = validate(placeForm, data, { mode: 'hand_in', now: services.clock() })
  if (Object.keys(faults).length > 0) throw new Refusal('form_invalid', { fields: faults })
  const row = placeIn(data)
  if ((await regionName(services.db, row.region)) === null)
    throw new Refusal('form_invalid', { fields: { region: { rule: 'dict', message: 'Выберите регион из списка' } } })
  await services.db.transaction().execute(async (tx) => {
    const before =
      placeId === null
        ? undefined
        : await tx
            .selectFrom('lesson_places')
            .select(['school', 'address'])
            .where('id', '=', placeId)
            .executeTakeFirst()
    const kept =
      placeId === null
        ? await tx
            .insertInto('lesson_places')
            .values({ stage_id: whole.id, ...row })
            .returning('id')
            .executeTakeFirst()
        : await tx
            .updateTable('lesson_places')
            .set(row)
            .where('id', '=', placeId)
            .where('stage_id', '=', whole.id)
            .returning('id')
            .executeTakeFirst()
    if (!kept) throw new Refusal('not_found')
    await audited(tx, actorId, place, placeId === null ? 'lesson_place_added' : 'lesson_place_changed', {
      title: row.school,
      ...(before && { before: inWords(before), after: inWords(row) }),
    })
  })
  return listPlaces(services, place)
}

export async function removePlace(services: Services, actorId: number, place: Place, placeId: number) {
  const { whole } = await lessonStage(services, place)
  await services.db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('lesson_places')
      .where('id', '=', placeId)
      .where('stage_id', '=', whole.id)
      .returning('school')
      .executeTakeFirst()
    if (!gone) throw new Refusal('not_found')
    await audited(tx, actorId, place, 'lesson_place_removed', { title: gone.school })
  })
  return listPlaces(services, place)
}

const inWords = ({ school, address }: { school: string; address: string }) => `${school}, ${address}`

const audited = (
  tx: Tx,
  actorId: number,
  { competition, code }: Place,
  action: string,
  said: Omit<StageChange, 'field'>,
) =>
  recordAudit(tx, {
    actorId,
    action,
    subject: `stage:${competition}/${code}`,
    detail: { competition, stage: code, changes: [{ field: 'place', ...said }] },
  })
