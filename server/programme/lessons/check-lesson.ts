import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { workToCheck } from '#server/review/checking/store.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { FileScan } from '#shared/platform/files/limits.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { lessonPlanFacts } from '#shared/programme/lesson_plan/kind.ts'
import { lessonReportFacts } from '#shared/programme/lesson_report/kind.ts'
import { authorsOf, cancellationOnTheWire, cancellationsOf, lessonOf, lessonOnTheWire } from './read-lesson.ts'

const kinds: readonly string[] = [lessonPlanFacts.type, lessonReportFacts.type]

/** The work of a plan or a report that the caller may check, with the stage of its lesson. */
async function lessonWork(db: Db, caller: Caller, workId: number) {
  const work = await workToCheck(db, caller, workId)
  if (!work || work.account_id === null || !kinds.includes(work.type)) throw new Refusal('work_not_found')
  const { parent_id: stageId } = await db
    .selectFrom('stages')
    .select('parent_id')
    .where('id', '=', work.stage_id)
    .executeTakeFirstOrThrow()
  if (stageId === null) throw new Refusal('work_not_found')
  return { accountId: work.account_id, handIn: work.hand_in_id, stageId }
}

/** The lesson of a checked work with its authors, doubles, similar pictures and cancellations: hints, people decide. */
export async function checkLesson({ db }: Services, caller: Caller, workId: number) {
  const { accountId, handIn, stageId } = await lessonWork(db, caller, workId)
  const [lesson, authors, same, photos, cancellations] = await Promise.all([
    lessonOf(db, stageId, accountId),
    authorsOf(db, stageId, accountId),
    sameLessons(db, stageId, accountId),
    likePhotos(db, handIn),
    cancellationsOf(db, stageId, accountId),
  ])
  return {
    lesson: lesson && lessonOnTheWire(lesson),
    authors,
    same,
    photos,
    cancellations: cancellations.map(cancellationOnTheWire),
  }
}

/** A condition: one person has named the other as an author and the other has confirmed, so they share the lesson. */
export const shareLesson = sql`exists (
  select from lesson_authors a where a.stage_id = l.stage_id and a.answer = 'confirmed'
    and (a.account_id, a.author_id) in ((l.account_id, o.account_id), (o.account_id, l.account_id)))`

/** A condition: the lessons `l` and `o` are at the same school on the same day. */
export const sameSchoolAndDay = sql`o.stage_id = l.stage_id and o.school_key = l.school_key
  and o.region is not distinct from l.region
  and coalesce(o.held_on, (o.starts_at at time zone 'Europe/Moscow')::date)
    = coalesce(l.held_on, (l.starts_at at time zone 'Europe/Moscow')::date)`

async function sameLessons(db: Db, stageId: number, accountId: number) {
  const { rows } = await sql<{
    test_id: number
    first_name: string
    last_name: string
    middle_name: string | null
    topic: string
    school: string
    starts_at: Date
  }>`
    select a.test_id, a.first_name, a.last_name, a.middle_name, o.topic, o.school, o.starts_at
    from lessons l
    join lessons o on ${sameSchoolAndDay} and o.account_id <> l.account_id
    join accounts a on a.id = o.account_id
    where l.stage_id = ${stageId} and l.account_id = ${accountId} and not ${shareLesson}
    order by a.test_id`.execute(db)
  return rows.map(({ test_id, topic, school, starts_at, ...name }) => {
    return { test_id, topic, school, starts_at: formatWire(starts_at), name: formalName(name) }
  })
}

interface LikePhoto {
  file_id: string
  name: string
  other_id: string
  own: boolean
  test_id: number
  region: string | null
  bits: number
}

/** Pictures of this hand-in with the similar pictures paired with them. */
const like = (handIn: number) => sql`
  select f.id as file_id, f.name, case when pair.file_id = f.id then pair.other_id else pair.file_id end as other_id,
    pair.distance as bits
  from hand_in_files h
  join files f on f.id = h.file_id
  join lesson_photo_pairs pair on f.id in (pair.file_id, pair.other_id)
  where h.hand_in_id = ${handIn}`

async function likePhotos(db: Db, handIn: number): Promise<LikePhoto[]> {
  const { rows } = await sql<LikePhoto>`
    select alike.*, w.hand_in_id = ${handIn} as own, a.test_id, d.value as region
    from (${like(handIn)}) as alike
    join hand_in_files o on o.file_id = alike.other_id
    join works w on w.hand_in_id = o.hand_in_id
    join stages s on s.id = w.stage_id
    join accounts a on a.id = w.account_id
    left join participations p on p.account_id = a.id and p.competition_code = s.competition_code
    left join dictionary_items d on d.dict = 'regions' and d.id = p.region
    where w.hand_in_id <> ${handIn} or alike.file_id < alike.other_id
    order by alike.bits, alike.name, alike.other_id
    limit 50`.execute(db)
  return rows
}

/** A picture of the work, or the similar one of another work: a checker must see both. */
export async function lessonPhoto(
  { db }: Services,
  caller: Caller,
  { workId, fileId }: { workId: number; fileId: string },
) {
  const { handIn } = await lessonWork(db, caller, workId)
  const { rows } = await sql<{ id: string; name: string; type: string; scan: FileScan }>`
    select f.id, f.name, f.type, f.scan from files f
    where f.id = ${fileId} and f.purpose = 'image' and (
      exists (select from hand_in_files h where h.hand_in_id = ${handIn} and h.file_id = f.id)
      or exists (select from (${like(handIn)}) as alike where alike.other_id = f.id))`.execute(db)
  const [file] = rows
  if (!file) throw new Refusal('not_found')
  return file
}
