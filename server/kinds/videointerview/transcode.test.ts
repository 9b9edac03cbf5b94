import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { recording } from '#server/testing/a-video-interview.ts'
import { readVideo } from './read-video.ts'
import { transcode } from './transcode.ts'

const place = mkdtempSync(join(tmpdir(), 'portal-transcode-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))
const at = (name: string) => join(place, name)

function has(program: string): boolean {
  try {
    execFileSync(program, ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const installed = has('ffmpeg')
if (!installed) console.log('ffmpeg is not installed here: recordings are not turned into H.264 in this run')

const made = (from: string, name: string, ffmpegPath = 'ffmpeg') =>
  transcode({ ffmpegPath }, from, { mp4: at(`${name}.mp4`), poster: at(`${name}.jpg`) })

test('where ffmpeg is missing, or cannot read the recording, nothing is made and the recording stays', async () => {
  writeFileSync(at('whole.webm'), recording.webm)
  expect(await made(at('whole.webm'), 'none', '/no/such/ffmpeg')).toEqual({ mp4: null, poster: null })
  writeFileSync(at('text.webm'), 'это не видео')
  expect(await made(at('text.webm'), 'text')).toEqual({ mp4: null, poster: null })
})

describe.runIf(installed)('with ffmpeg', () => {
  test.each(['webm', 'mp4'] as const)('a %s becomes H.264 with a picture of it', async (kind) => {
    writeFileSync(at(`take.${kind}`), recording[kind])
    const { mp4, poster } = await made(at(`take.${kind}`), `made-${kind}`)
    const [before, after] = [
      await readVideo({ path: at(`take.${kind}`), into: { whole: at('a'), voice: at('b') } }),
      await readVideo({ path: mp4 ?? '', into: { whole: at('c'), voice: at('d') } }),
    ]
    if (typeof before === 'string' || typeof after === 'string') throw new Error(`not read: ${before} ${after}`)
    expect(after).toMatchObject({ type: 'video/mp4', videoCodec: 'avc' })
    // The duration is equal within a frame or two.
    expect(Math.abs(after.durationMs - before.durationMs)).toBeLessThan(200)
    expect(await sharp(poster ?? '').metadata()).toMatchObject({ format: 'jpeg', width: 640 })
  })
})
