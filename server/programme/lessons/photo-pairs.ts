import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
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
  const { rows } = await sql<{ count: number; one: Photo | null; other: Photo }>`
    with photos as materialized (
      select f.file_id, w.id as work_id, w.account_id
      from works w join hand_in_files f on f.hand_in_id = w.hand_in_id
      where w.stage_id = ${parts?.report.id ?? 0} and w.account_id is not null
    ), pairs as materialized (
      select p.distance, one.file_id as one_file, one.work_id as one_work, one.account_id as one_author,
        other.file_id as other_file, other.work_id as other_work, other.account_id as other_author
      from lesson_photo_pairs p
      join photos one on one.file_id = p.file_id
      join photos other on other.file_id = p.other_id
    ), shown as (
      select * from pairs order by distance, one_file, other_file limit ${place.limit} offset ${place.offset}
    ), people as (
      select a.id, json_build_object('test_id', a.test_id, 'first_name', a.first_name, 'last_name', a.last_name,
        'middle_name', a.middle_name, 'region', d.value) as person
      from accounts a
      left join participations p on p.account_id = a.id and p.competition_code = ${place.competition}
      left join dictionary_items d on d.dict = 'regions' and d.id = p.region
      where a.id in (select one_author from shown union all select other_author from shown)
    )
    select (select count(*)::int from pairs) as count,
      one.person::jsonb || jsonb_build_object('file_id', s.one_file, 'work_id', s.one_work) as one,
      other.person::jsonb || jsonb_build_object('file_id', s.other_file, 'work_id', s.other_work) as other
    from (select) as always
    left join shown s on true
    left join people one on one.id = s.one_author
    left join people other on other.id = s.other_author
    order by s.distance, s.one_file, s.other_file`.execute(services.db)
  return {
    count: rows[0]?.count ?? 0,
    pairs: rows.flatMap(({ one, other }) => (one === null ? [] : [{ one: photoRow(one), other: photoRow(other) }])),
  }
}

const photoRow = ({ file_id, work_id, test_id, region, ...name }: Photo) => ({
  ...{ file_id, work_id, test_id, region },
  name: formalName(name),
})
