import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import pLimit from 'p-limit'
import { watchProcess } from '#server/platform/apart/watch-process.ts'
import type { Config } from '#server/platform/config/config.ts'

const bounds = { maxMegabytes: 768, maxMs: 15 * 60_000 }
const two = pLimit(2)

/**
 * Makes H.264 in mp4, which every browser plays, and a picture of the first second, by ffmpeg where the system has it.
 * Null for a failed part: the recording is kept as it is.
 */
export async function transcode(
  { ffmpegPath }: Pick<Config, 'ffmpegPath'>,
  from: string,
  into: { mp4: string; poster: string },
): Promise<{ mp4: string | null; poster: string | null }> {
  const given = ['-nostdin', '-y', '-loglevel', 'error', '-protocol_whitelist', 'file', '-i', from]
  const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '26', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  const mp4 = [
    ...given,
    ...h264,
    // H.264 takes only even sizes.
    '-vf',
    'scale=trunc(iw/2)*2:trunc(ih/2)*2',
    '-map_metadata',
    '-1',
    '-movflags',
    '+faststart',
    '-threads',
    '1',
    '-f',
    'mp4',
    into.mp4,
  ]
  const picture = ['-ss', '1', '-frames:v', '1', '-vf', 'scale=640:-2', '-f', 'mjpeg', into.poster]
  const first = await run(ffmpegPath, mp4)
  if (first === 'missing') return { mp4: null, poster: null }
  await run(ffmpegPath, [...given, ...picture])
  return {
    mp4: first === 'done' && (await sizeOnDisk(into.mp4)) > 0 ? into.mp4 : null,
    poster: (await sizeOnDisk(into.poster)) > 0 ? into.poster : null,
  }
}

/** Whether this system has ffmpeg. */
export const hasFfmpeg = async ({ ffmpegPath }: Pick<Config, 'ffmpegPath'>): Promise<boolean> =>
  (await run(ffmpegPath, ['-version'])) === 'done'

const run = (program: string, args: string[]) =>
  two(
    () =>
      new Promise<'done' | 'failed' | 'missing'>((resolve) => {
        const child = execFile(program, args, { env: { PATH: '/usr/local/bin:/usr/bin:/bin' } }, (fault) => {
          watch.stop()
          if (!fault) return resolve('done')
          resolve((fault as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'failed')
        })
        const watch = watchProcess(child, bounds)
      }),
  )

const sizeOnDisk = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0
