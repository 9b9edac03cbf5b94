import { Worker } from 'node:worker_threads'
import type { TakeFailure } from '#shared/stages/videointerview/take-rules.ts'
import type { ReadVideo, VideoToRead } from './read-video-worker.ts'

const maxMs = 5 * 60_000

/** The properties of a video, or why it is refused. A file that the reader cannot process is unreadable. */
export async function readVideo(workerData: VideoToRead): Promise<ReadVideo | TakeFailure> {
  const worker = new Worker(new URL('./read-video-worker.ts', import.meta.url), {
    workerData,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => resolve('unreadable'), maxMs)
      worker.once('message', resolve)
      worker.once('error', (fault: NodeJS.ErrnoException) =>
        // A fault of the disk is not a fault of the file.
        fault.syscall === undefined ? resolve('unreadable') : reject(fault),
      )
      worker.once('exit', () => resolve('unreadable'))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
