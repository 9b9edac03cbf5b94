import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { removeBytes } from '#server/forms/files/view-image.ts'
import type { Services } from '#server/services.ts'
import type { VideoInterviewTables } from './tables.ts'

export type Take = Selectable<VideoInterviewTables['video_takes']>
export type AskedQuestion = Selectable<VideoInterviewTables['video_questions']>

export interface Person {
  accountId: number
  stageId: number
}

/** The order of the questions for this person, numbered from 1: always the same. */
export function questionOrder(count: number, shuffled: boolean, { accountId, stageId }: Person): number[] {
  const places = Array.from({ length: count }, (_none, at) => at + 1)
  if (!shuffled) return places
  const draw = (place: number) => createHash('sha256').update(`${stageId}/${accountId}/${place}`).digest('hex')
  return places.toSorted((one, other) => (draw(one) < draw(other) ? -1 : 1))
}

export const askedQuestions = (db: Db | Tx, { accountId, stageId }: Person): Promise<AskedQuestion[]> =>
  db
    .selectFrom('video_questions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('stage_id', '=', stageId)
    .orderBy('asked_at')
    .orderBy('question')
    .execute()

export const takesOf = (db: Db | Tx, { accountId, stageId }: Person): Promise<Take[]> =>
  db
    .selectFrom('video_takes')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('stage_id', '=', stageId)
    .orderBy('id')
    .execute()

export const grantsOf = (db: Db | Tx, { accountId, stageId }: Person) =>
  db
    .selectFrom('video_grants')
    .select(['id', 'question', 'reason', 'asked_by', 'granted_at'])
    .where('account_id', '=', accountId)
    .where('stage_id', '=', stageId)
    .orderBy('id')
    .execute()

export async function consentOf(db: Db | Tx, { accountId, stageId }: Person): Promise<Date | null> {
  const found = await db
    .selectFrom('video_consents')
    .select('agreed_at')
    .where('account_id', '=', accountId)
    .where('stage_id', '=', stageId)
    .executeTakeFirst()
  return found?.agreed_at ?? null
}

export const takeById = (db: Db | Tx, takeId: number): Promise<Take | undefined> =>
  db.selectFrom('video_takes').selectAll().where('id', '=', takeId).executeTakeFirst()

/** A take of this person; undefined for a take of another person. */
export const ownTake = (db: Db | Tx, accountId: number, takeId: number): Promise<Take | undefined> =>
  db
    .selectFrom('video_takes')
    .selectAll()
    .where('id', '=', takeId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/** Like `ownTake`, locked until the transaction ends, so that parts, end and assembly come one after the other. */
export const lockTake = (tx: Tx, takeId: number): Promise<Take | undefined> =>
  tx.selectFrom('video_takes').selectAll().where('id', '=', takeId).forUpdate().executeTakeFirst()

/** The default among playable takes: the last one that did not break off, otherwise the last. */
export const usualTake = (playable: readonly Take[]): Take | undefined =>
  playable.findLast(({ broken }) => !broken) ?? playable.at(-1)

/** Removes files of recordings, rows and bytes. `unusedOnly`: only those that no take and no part refers to. */
export async function removeFilesOf(
  { db, disk }: Pick<Services, 'db' | 'disk'>,
  ids: readonly (string | null)[],
  { unusedOnly = false } = {},
): Promise<void> {
  const named = ids.filter((id) => id !== null)
  if (named.length === 0) return
  const used = unusedOnly ? await heldByTakes(db, named) : []
  const gone = named.filter((id) => !used.includes(id))
  if (gone.length === 0) return
  await db.deleteFrom('files').where('id', 'in', gone).where('purpose', '=', 'video').execute()
  for (const id of gone) await removeBytes(disk, id)
}

/** The files among these that a take, or a part of one, refers to. */
export async function heldByTakes(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select file_id as id from video_parts where file_id = any(${ids}::text[])
    union select file_id from video_takes where file_id = any(${ids}::text[])
    union select voice_id from video_takes where voice_id = any(${ids}::text[])
    union select play_id from video_takes where play_id = any(${ids}::text[])
    union select poster_id from video_takes where poster_id = any(${ids}::text[])`.execute(db)
  return rows.map(({ id }) => id)
}
