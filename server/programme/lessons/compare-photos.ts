import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
import { photoLook } from './photo-look.ts'

/** Pictures that differ in at most this many of 64 bits count as the same picture. */
const nearest = 6
/** A picture with fewer edges has nearly one colour, and all those pictures look alike. */
const minEdges = 6

interface ComparedPhotos {
  accountId: number
  competitionCode: string
  files: readonly string[]
}

/**
 * The job that pairs the pictures of a report with similar ones of the competition. Only one runs at a time in a
 * competition, so that two people who send the same picture at the same moment are found too. Safe to repeat.
 */
export async function comparePhotos({ db, disk }: Services, { accountId, competitionCode, files }: ComparedPhotos) {
  const looks: { id: string; look: string }[] = []
  for (const id of files) {
    const opened = await disk.open(id)
    if (opened) looks.push({ id, look: await photoLook(await buffer(opened.stream)) })
  }
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`lesson photos ${competitionCode}`}))`.execute(tx)
    for (const { id, look } of looks) {
      await sql`
        insert into lesson_photos (file_id, account_id, competition_code, look)
        select id, account_id, ${competitionCode}, ${look}::bit(64) from files
        where id = ${id} and account_id = ${accountId}
        on conflict do nothing`.execute(tx)
      await sql`
        insert into lesson_photo_pairs (file_id, other_id, distance)
        select least(one.file_id, other.file_id), greatest(one.file_id, other.file_id), bit_count(one.look # other.look)
        from lesson_photos one
        join lesson_photos other
          on other.competition_code = one.competition_code and other.file_id <> one.file_id
        where one.file_id = ${id} and bit_count(one.look # other.look) <= ${nearest}
          and bit_count(one.look) between ${minEdges} and ${64 - minEdges}
        on conflict do nothing`.execute(tx)
    }
  })
}
