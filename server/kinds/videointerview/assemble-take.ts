import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Db, Tx } from '#server/db.ts'
import { keepFile } from '#server/forms/files/upload-file.ts'
import type { FileDisk } from '#server/platform/files/disk.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { JobContext } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { shortTakeMs, type TakeFailure, usesUpTake } from '#shared/kinds/videointerview/take-rules.ts'
import { interviewSettings } from './interview-stage.ts'
import type { ReadVideo } from './open-video.ts'
import { readVideo } from './read-video.ts'
import { lockTake, removeFilesOf, type Take, takeById } from './store.ts'

/** The job that joins the parts of a take. Until it is done, the take cannot be played. Safe to repeat. */
export async function assembleTake(services: Services, takeId: number, job: Pick<JobContext, 'lastAttempt'>) {
  const take = await takeById(services.db, takeId)
  if (take?.state !== 'assembling') return
  try {
    const made = await putTogether(services, take)
    await settle(services, take, made)
  } catch (fault) {
    // After the last attempt the take fails and the person may record again.
    if (job.lastAttempt) await settle(services, take, { failure: 'unreadable' })
    throw fault
  }
}

interface Made {
  read: ReadVideo
  fileId: string
  voiceId: string | null
}

async function putTogether(services: Services, take: Take): Promise<Made | { failure: TakeFailure }> {
  const { db, disk } = services
  const parts = await partsOf(db, take.id)
  const arrived = parts.reduce((sum, { size }) => sum + size, 0)
  if (arrived === 0) return { failure: 'empty' }
  if (arrived !== take.received) return { failure: 'missing' }
  const whole = await disk.receive(Readable.from(bytesOf(disk, parts)))
  const made: string[] = []
  const beside = (name: string) => {
    const path = `${whole.path}.${name}`
    made.push(path)
    return path
  }
  try {
    const into = { whole: beside('whole'), voice: beside('voice') }
    const read = await readVideo({ path: whole.path, into })
    if (typeof read === 'string') return { failure: read }
    if (read.durationMs > take.max_ms) return { failure: 'too_long' }
    const keep = async (path: string, name: string, as: string) => {
      const file = await disk.receive(createReadStream(path))
      return keepFile(services, file, { account_id: take.account_id, purpose: 'video', name, type: as })
    }
    const ending = read.type.slice('video/'.length)
    return {
      read,
      fileId: await keep(into.whole, `answer-${take.question}.${ending}`, read.type),
      voiceId: read.voice
        ? await keep(into.voice, `voice-${take.question}.${ending}`, read.type.replace('video', 'audio'))
        : null,
    }
  } finally {
    await whole.discard()
    for (const path of made) await rm(path, { force: true })
  }
}

async function* bytesOf(disk: FileDisk, parts: readonly { file_id: string }[]): AsyncGenerator<Buffer> {
  for (const { file_id } of parts) {
    const part = await disk.open(file_id)
    if (!part) throw new Error('a part of a recording has no bytes')
    yield* part.stream as AsyncIterable<Buffer>
  }
}

const partsOf = (db: Db | Tx, takeId: number) =>
  db.selectFrom('video_parts').select(['file_id', 'size']).where('take_id', '=', takeId).orderBy('at_byte').execute()

/** Stores the outcome for the take, and removes its parts. */
async function settle(services: Services, { id }: Take, made: Made | { failure: TakeFailure }): Promise<void> {
  const { db, clock } = services
  const unneeded = await db.transaction().execute(async (tx) => {
    const take = await lockTake(tx, id)
    const files = 'failure' in made ? [] : [made.fileId, made.voiceId]
    if (take?.state !== 'assembling') return files
    const parts = (await partsOf(tx, id)).map(({ file_id }) => file_id)
    await tx.deleteFrom('video_parts').where('take_id', '=', id).execute()
    const settled = { settled_at: clock() }
    if ('failure' in made) {
      // The recording broke off before its first byte, so it is dropped instead of failed.
      const dropped = take.broken && made.failure === 'empty'
      const state = dropped ? ('dropped' as const) : ('failed' as const)
      const failure = dropped ? null : made.failure
      await tx
        .updateTable('video_takes')
        .set({ ...settled, state, failure })
        .where('id', '=', id)
        .execute()
      return parts
    }
    const { durationMs, type, videoCodec, audioCodec } = made.read
    const rule = await brokenOffRule(services, tx, take.stage_id)
    const free = !usesUpTake(rule, { broken: take.broken, durationMs })
    const measured = {
      ...settled,
      duration_ms: durationMs,
      free,
      type,
      video_codec: videoCodec,
      audio_codec: audioCodec,
    }
    if (free && durationMs < shortTakeMs) {
      await tx
        .updateTable('video_takes')
        .set({ ...measured, state: 'dropped' })
        .where('id', '=', id)
        .execute()
      return [...parts, ...files]
    }
    const kept = { file_id: made.fileId, voice_id: made.voiceId }
    await tx
      .updateTable('video_takes')
      .set({ ...measured, ...kept, state: 'ready' })
      .where('id', '=', id)
      .execute()
    await addJob(tx, 'transcode_take', { takeId: id })
    return parts
  })
  await removeFilesOf(services, unneeded)
}

async function brokenOffRule({ seasons }: Services, tx: Tx, stageId: number) {
  const code = await seasons.codeOf(tx, stageId)
  const stage = code === null ? undefined : (await seasons.of(tx, code))?.byId.get(stageId)
  if (!stage) throw new Error('a take without its stage')
  return interviewSettings(stage).broken_off
}
