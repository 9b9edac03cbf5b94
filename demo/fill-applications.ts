import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { moscowDate } from '#shared/platform/time/moscow.ts'
import { regionNames } from './regions.ts'
import { registrationSettings } from './registration-settings.ts'

const education = ['specialist', 'master', 'bachelor', 'candidate']

/** The application of every participant, with its receipt. */
export async function fillApplications(tx: Tx, now: Date): Promise<void> {
  const people = await tx
    .selectFrom('participations as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .innerJoin('stages as s', (join) =>
      join.onRef('s.competition_code', '=', 'p.competition_code').on('s.type', '=', 'registration'),
    )
    .innerJoin('stage_facts as f', (join) => join.onRef('f.account_id', '=', 'a.id').onRef('f.stage_id', '=', 's.id'))
    .select(['a.id', 'a.first_name', 'a.last_name', 'a.middle_name', 'a.birth_date'])
    .select(['p.competition_code', 'p.door', 'p.region', 's.id as stage_id', 'f.submitted_at'])
    .where('f.submitted_at', 'is not', null)
    .orderBy('f.submitted_at')
    .orderBy('a.id')
    .execute()
  const { rows: numbers } = await sql<{ number: string }>`
    select extract(year from now())::text || '-' || lpad(nextval('receipt_numbers')::text, 7, '0') as number
    from generate_series(1, ${people.length}::integer)`.execute(tx)
  const { version } = registrationSettings('ru_season_5', moscowDate(now)).form
  const submitted = people.map((person) => ({ ...person, at: person.submitted_at ?? now }))
  await tx
    .insertInto('applications')
    .values(
      submitted.map((person) => ({
        account_id: person.id,
        competition_code: person.competition_code,
        stage_id: person.stage_id,
        door: person.door,
        form_version: version,
        data: JSON.stringify(answerOf(person)),
        submitted_at: person.at,
      })),
    )
    .execute()
  await tx
    .insertInto('hand_ins')
    .values(
      submitted.map((person, place) => ({
        account_id: person.id,
        stage_id: person.stage_id,
        revision: 1,
        arrived_at: person.at,
        form_version: version,
        receipt_number: numbers[place]?.number ?? '',
        data: '{}',
      })),
    )
    .execute()
}

function answerOf(person: {
  id: number
  first_name: string
  last_name: string
  middle_name: string
  birth_date: string | null
  region: string | null
}): Record<string, unknown> {
  const { region } = person
  return {
    last_name: person.last_name,
    first_name: person.first_name,
    middle_name: person.middle_name,
    birth_date: person.birth_date,
    citizenship: { id: 'RU', value: 'Россия' },
    ...(region === null ? {} : { region: { id: region, value: regionNames[region] ?? region } }),
    education_level: education[person.id % education.length],
    manage_age: 3 + (person.id % 14),
  }
}
