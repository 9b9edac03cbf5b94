import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
import { readList } from '#server/stages/readings.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { lessonStage } from './lesson-stage.ts'

interface Photo {
  file_id: string
  work_id: number
  test_id: number
  first_name: string
  last_name: string
  middle_name: string | null
  region: string | null
}

/** Similar pictures in the latest reports of a lesson's stage, the most similar first. */
export async function photoPairs(services: Services, place: { competition: string; code: string } & Page) {
  const { parts } = await lessonStage(services, place)
  const reportId = parts?.report.id ?? 0
  const { competition } = place
  const side = (work: string, file: string) => sql`join hand_in_files ${sql.id(`${work}_file`)}
      on ${sql.ref(`${work}_file.file_id`)} = ${sql.ref(`p.${file}`)}
    join works ${sql.id(work)} on ${sql.ref(`${work}.hand_in_id`)} = ${sql.ref(`${work}_file.hand_in_id`)}
      and ${sql.ref(`${work}.stage_id`)} = ${reportId} and ${sql.ref(`${work}.account_id`)} is not null`
  const from = sql`from lesson_photo_pairs p ${side('one', 'file_id')} ${side('other', 'other_id')}`
  const photo = (work: string, file: string) => sql`(
    select json_build_object('test_id', a.test_id, 'first_name', a.first_name, 'last_name', a.last_name,
      'middle_name', a.middle_name, 'region', d.value,
      'file_id', ${sql.ref(`p.${file}`)}, 'work_id', ${sql.ref(`${work}.id`)})
    from accounts a
    left join participations i on i.account_id = a.id and i.competition_code = ${competition}
    left join dictionary_items d on d.dict = 'regions' and d.id = i.region
    where a.id = ${sql.ref(`${work}.account_id`)})`
  const { rows, count, as_of } = await readList(
    services,
    { competition, name: ['photos', reportId], from },
    sql<{ one: Photo; other: Photo }>`
    select ${photo('one', 'file_id')} as one, ${photo('other', 'other_id')} as other
    ${from} order by p.distance, p.file_id, p.other_id limit ${place.limit} offset ${place.offset}`,
  )
  return { as_of, count, pairs: rows.map(({ one, other }) => ({ one: photoRow(one), other: photoRow(other) })) }
}

const photoRow = ({ file_id, work_id, test_id, region, ...name }: Photo) => ({
  ...{ file_id, work_id, test_id, region },
  name: formalName(name),
})
