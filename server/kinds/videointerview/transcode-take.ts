import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { keepFile } from '#server/forms/files/upload-file.ts'
import type { Services } from '#server/services.ts'
import { lockTake, removeFilesOf, type Take, takeById } from './store.ts'
import { hasFfmpeg, transcode } from './transcode.ts'

/**
 * The job that makes H.264 and a picture of a take, where the system has ffmpeg. The recording is played meanwhile, and
 * is kept as the handed-in answer. Safe to repeat.
 */
export async function transcodeTake(services: Services, takeId: number): Promise<void> {
  const take = await takeById(services.db, takeId)
  if (!take || !isWanted(take) || !(await hasFfmpeg(services.config))) return
  const directory = await mkdtemp(join(tmpdir(), 'take-'))
  try {
    const made = await makeOf(services, take, directory)
    if (made) await keepMade(services, takeId, made)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const isWanted = ({ state, file_id, play_id, poster_id, removed_at }: Take): boolean =>
  state === 'ready' && file_id !== null && play_id === null && poster_id === null && removed_at === null

interface Made {
  play_id: string | null
  poster_id: string | null
}

async function makeOf(services: Services, take: Take, directory: string): Promise<Made | null> {
  const { config, disk } = services
  const recorded = await disk.open(take.file_id ?? '')
  if (!recorded) return null
  const from = join(directory, 'recording')
  await pipeline(recorded.stream, createWriteStream(from, { mode: 0o600 }))
  const into = { mp4: join(directory, 'play.mp4'), poster: join(directory, 'poster.jpg') }
  const { mp4, poster } = await transcode(config, from, into)
  const keep = async (path: string | null, name: string, type: string) =>
    path &&
    keepFile(services, await disk.receive(createReadStream(path)), {
      ...{ account_id: take.account_id, purpose: 'video', name, type },
    })
  return {
    play_id: await keep(mp4, `answer-${take.question}.mp4`, 'video/mp4'),
    poster_id: await keep(poster, `poster-${take.question}.jpg`, 'image/jpeg'),
  }
}

/** Stores the result, unless the take was removed meanwhile or another run has transcoded it. */
async function keepMade(services: Services, takeId: number, made: Made): Promise<void> {
  const kept = await services.db.transaction().execute(async (tx) => {
    const take = await lockTake(tx, takeId)
    if (!take || !isWanted(take)) return false
    await tx.updateTable('video_takes').set(made).where('id', '=', takeId).execute()
    return true
  })
  if (!kept) await removeFilesOf(services, [made.play_id, made.poster_id])
}
